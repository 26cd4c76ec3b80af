//! The lists of all servers, each as one, with all of its pages.

use std::collections::HashSet;
use std::thread;

use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use super::ask::reason;
use super::{Hub, Number};
use crate::cli::output;
use crate::mcp::wire::{Members, parse, response};

pub struct List {
    method: &'static str,
    /// Where the items are in a result.
    member: &'static str,
    capability: &'static str,
    items: Items,
}

enum Items {
    Tools,
    Prompts,
    /// By the member that says where.
    Places(&'static str),
}

pub const TOOLS: List = List { method: "tools/list", member: "tools", capability: "tools", items: Items::Tools };
pub const PROMPTS: List =
    List { method: "prompts/list", member: "prompts", capability: "prompts", items: Items::Prompts };
pub const RESOURCES: List =
    List { method: "resources/list", member: "resources", capability: "resources", items: Items::Places("uri") };
pub const TEMPLATES: List = List {
    method: "resources/templates/list",
    member: "resourceTemplates",
    capability: "resources",
    items: Items::Places("uriTemplate"),
};

pub const TASKS: List =
    List { method: "tasks/list", member: "tasks", capability: "tasks", items: Items::Places("taskId") };

impl Hub {
    /// The answer to a request for a list.
    pub(super) fn list(&self, id: &RawValue, list: &List) -> String {
        let lists: Vec<(Number, Vec<Box<RawValue>>)> = thread::scope(|scope| {
            let asking: Vec<_> = self
                .with(list.capability)
                .into_iter()
                .map(|server| scope.spawn(move || (server, self.all_of(server, id, list))))
                .collect();
            asking.into_iter().filter_map(|asking| asking.join().ok()).collect()
        });
        let mut all = Vec::new();
        for (server, items) in &lists {
            all.extend(items.iter().map(|item| self.listed(*server, item, list)));
        }
        match list.items {
            Items::Tools => Hub::names(&self.tools).listed = true,
            Items::Prompts => Hub::names(&self.prompts).listed = true,
            Items::Places(_) => {}
        }
        let mut result = Members::default();
        result.set(list.member, &all);
        response(id, &result)
    }

    /// What one server lists. One that has ended still has what it had: whoever calls it then starts it again.
    fn all_of(&self, server: Number, id: &RawValue, list: &List) -> Vec<Box<RawValue>> {
        let pages = self.pages(server, id, list);
        let mut state = self.state();
        match pages {
            Ok(items) => {
                state.listed.insert((server, list.method), items.clone());
                items
            }
            Err(items) => state.listed.get(&(server, list.method)).cloned().unwrap_or(items),
        }
    }

    /// All pages, or those that came before an error.
    fn pages(&self, server: Number, id: &RawValue, list: &List) -> Result<Vec<Box<RawValue>>, Vec<Box<RawValue>>> {
        let mut items = Vec::new();
        let mut cursors = HashSet::new();
        let mut params = json!({});
        loop {
            let page = match self.ask_within(Some(self.patience()), server, id, list.method, &params) {
                Ok(page) => page,
                Err(error) => {
                    output::notice(&format!("[{}] no {}: {}", self.name(server), list.method, reason(&error)));
                    return Err(items);
                }
            };
            let page: Members = parse(page.get()).unwrap_or_default();
            let own: Option<Vec<Box<RawValue>>> = page.get(list.member).and_then(|items| parse(items.get()).ok());
            items.extend(own.unwrap_or_default());
            // A cursor that was there before would never end.
            match page.text("nextCursor") {
                Some(cursor) if cursors.insert(cursor.clone().into_owned()) => params = json!({ "cursor": cursor }),
                _ => return Ok(items),
            }
        }
    }

    /// An item under the name that it has here.
    fn listed(&self, server: Number, item: &RawValue, list: &List) -> Box<RawValue> {
        let mut members: Members = parse(item.get()).unwrap_or_default();
        let names = match list.items {
            Items::Tools => &self.tools,
            Items::Prompts => &self.prompts,
            Items::Places(member) => {
                if let Some(uri) = members.text(member) {
                    self.places().note(&uri, server);
                }
                return item.to_owned();
            }
        };
        if let Some(name) = members.text("name").map(|name| name.into_owned()) {
            members.set("name", &Hub::names(names).embed(server, &name));
        }
        to_raw_value(&members).unwrap_or_else(|_| item.to_owned())
    }
}
