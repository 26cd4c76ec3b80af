//! Where a result's bytes come from: the call itself, or a file that the guest reads.

use crate::error::{Error, Result};
use crate::model::Content;
use crate::ports::{Directory, Host, PortError};
use crate::store::{During, INCOMING, Store};
use crate::words;
use std::rc::Rc;

pub struct Intake {
    pub bytes: Vec<u8>,
    /// The path in the store directory of a file that may be moved into the store.
    pub incoming: Option<String>,
}

impl Intake {
    /// # Errors
    ///
    /// [`Error::Denied`] for a path outside of what `content.file` allows and for what is no regular file or lies behind a
    /// link, [`Error::Storage`] where the file is missing or cannot be read.
    pub fn read(host: &dyn Host, store: &Store, content: Content) -> Result<Intake> {
        match content {
            Content::Text(text) => Ok(given(text.into_bytes())),
            Content::Bytes(bytes) => Ok(given(bytes)),
            Content::File(path) => from_file(host, store, &path),
        }
    }
}

fn given(bytes: Vec<u8>) -> Intake {
    Intake { bytes, incoming: None }
}

fn from_file(host: &dyn Host, store: &Store, path: &str) -> Result<Intake> {
    let place = locate(&host.directories().during("opening the directories")?, store.directory_name(), path)
        .ok_or_else(|| Error::Denied(words::path_denied(path)))?;
    let bytes = match place.directory.read(&place.path) {
        Err(PortError::NotRegular) => return Err(Error::Denied(words::file_not_regular(path))),
        read => read.during("reading the file")?,
    };
    Ok(Intake {
        bytes: bytes.ok_or_else(|| Error::Storage(words::file_missing(path)))?,
        incoming: place.in_store.then_some(place.path),
    })
}

struct Place {
    directory: Rc<dyn Directory>,
    path: String,
    in_store: bool,
}

/// The directory and the path in it that a caller means, where it may be read.
fn locate(directories: &[(String, Rc<dyn Directory>)], store: Option<&str>, path: &str) -> Option<Place> {
    let (name, directory, rest) = directories
        .iter()
        .filter_map(|(name, directory)| Some((name, directory, below(name, path)?)))
        .max_by_key(|(name, _, _)| name.len())
        .or_else(|| {
            let (name, directory) = directories.iter().find(|(name, _)| Some(name.as_str()) == store)?;
            (!path.starts_with('/')).then_some((name, directory, path))
        })?;
    let in_store = Some(name.as_str()) == store;
    let plain = rest.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let allowed = !in_store || rest.strip_prefix(INCOMING).is_some_and(|rest| rest.starts_with('/'));
    (plain && allowed).then(|| Place { directory: directory.clone(), path: rest.to_owned(), in_store })
}

/// The rest of a path below a directory's name.
fn below<'p>(name: &str, path: &'p str) -> Option<&'p str> {
    match name.trim_end_matches('/') {
        "" => path.strip_prefix('/'),
        "." => (!path.starts_with('/') && !path.starts_with(INCOMING)).then_some(path),
        name => path.strip_prefix(name)?.strip_prefix('/'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::memory::MemoryHost;
    use crate::settings::Settings;

    fn located(path: &str) -> Option<(String, bool)> {
        let host = MemoryHost::with(&["/store", "/data"], &[]);
        let directories = host.directories().unwrap();
        locate(&directories, Some("/store"), path).map(|place| (place.path, place.in_store))
    }

    #[test]
    fn other_directories_and_incoming_may_be_read() {
        assert_eq!(located("/data/a/b.json"), Some(("a/b.json".to_owned(), false)));
        assert_eq!(located("incoming/x"), Some(("incoming/x".to_owned(), true)));
        assert_eq!(located("/store/incoming/x"), Some(("incoming/x".to_owned(), true)));
    }

    #[test]
    fn what_is_no_regular_file_is_denied_and_a_failure_is_of_the_storage() {
        let host = MemoryHost::with(&["/store", "/data"], &[]);
        host.set_file("/data", "a", b"x");
        host.set_file("/data", "link", b"x");
        host.make_link("/data", "link");
        let settings = Settings::default();
        let store = Store::open(&host, &settings).unwrap();
        let read = |path: &str| Intake::read(&host, &store, Content::File(path.to_owned())).map(|intake| intake.bytes);
        assert_eq!(read("/data/a"), Ok(b"x".to_vec()));
        let denied = "The file \"/data/link\" is not read, because it is no regular file or its path leads through a \
                      symbolic link. Give the path of the file itself.";
        assert_eq!(read("/data/link"), Err(Error::Denied(denied.to_owned())));
        host.fail_after(1);
        assert!(matches!(read("/data/a"), Err(Error::Storage(_))));
    }

    #[test]
    fn nothing_else_may() {
        for path in [
            "",
            "/",
            "blobs/00",
            "/store/blobs/00",
            "incoming",
            "incoming/",
            "incoming/../blobs/00",
            "../../etc/passwd",
            "/etc/passwd",
            "/data/../store/blobs/00",
            "/data",
            "/data/",
            "/data//x",
            "incomingx/y",
            "./incoming/x",
            "/datax/y",
        ] {
            assert_eq!(located(path), None, "{path}");
        }
    }
}
