//! Which server has a resource, or a task.

use std::collections::HashMap;

use super::Number;

/// Uris, templates and ids of tasks as servers list them.
#[derive(Default)]
pub struct Places(HashMap<String, Number>);

impl Places {
    /// A server has listed a uri or template. The first one that does is asked.
    pub fn note(&mut self, uri: &str, server: Number) {
        self.0.entry(uri.to_owned()).or_insert(server);
    }

    /// Who has listed it, or else the template that shares the longest start with it.
    pub fn find(&self, uri: &str) -> Option<Number> {
        let start = |template: &str| template.split_once('{').map(|(start, _)| start.len());
        let fits = |template: &str, length: usize| length > 0 && uri.starts_with(&template[..length]);
        let templates = self.0.iter().filter_map(|(template, server)| {
            start(template).filter(|length| fits(template, *length)).map(|length| (length, *server))
        });
        self.0.get(uri).copied().or_else(|| templates.max().map(|(_, server)| server))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_goes_to_who_has_listed_it() {
        let mut places = Places::default();
        places.note("file:///a", 0);
        places.note("file:///a", 1);
        places.note("file:///{path}", 2);
        places.note("file:///b/{path}", 3);
        places.note("{+any}", 4);
        let find = |uri: &str| places.find(uri);
        assert_eq!((find("file:///a"), find("file:///c"), find("file:///b/c")), (Some(0), Some(2), Some(3)));
        assert_eq!((find("file:///b/{path}"), find("db://x")), (Some(3), None));
    }
}
