//! Where things go: the one rule.

use super::During;
use super::blobs::Blobs;
use super::bucket_blobs::BucketBlobs;
use super::directory_blobs::DirectoryBlobs;
use super::directory_bucket::DirectoryBucket;
use crate::error::{Error, Result};
use crate::ports::{Bucket, Directory, Host};
use crate::settings::Settings;
use crate::words;
use std::rc::Rc;

/// The bucket of a host that has one bucket only.
const DEFAULT_BUCKET: &str = "";

pub(super) struct Place<'a> {
    pub directory: Option<Rc<dyn Directory>>,
    pub directory_name: Option<String>,
    /// The bucket that holds the records, unless the directory does.
    pub bucket_name: Option<String>,
    pub records: Rc<dyn Bucket + 'a>,
    pub blobs: Box<dyn Blobs + 'a>,
}

impl<'a> Place<'a> {
    /// Opens everything afresh. An error of the host is an error: nothing falls back silently to a second place.
    pub fn open(host: &'a dyn Host, settings: &Settings) -> Result<Place<'a>> {
        let named = open_bucket(host, &settings.bucket)?.map(|bucket| (settings.bucket.clone(), bucket));
        match (store_directory(host, settings)?, named) {
            (Some(directory), named) => Ok(Place::in_directory(host, directory, named)),
            (None, Some((name, bucket))) => Ok(Place::in_bucket(host, name, bucket)),
            (None, None) => match open_bucket(host, DEFAULT_BUCKET)? {
                Some(bucket) => Ok(Place::in_bucket(host, DEFAULT_BUCKET.to_owned(), bucket)),
                None => Err(Error::Storage(words::no_place(&settings.bucket))),
            },
        }
    }

    fn in_directory(
        host: &'a dyn Host,
        (name, directory): (String, Rc<dyn Directory>),
        bucket: Option<(String, Rc<dyn Bucket>)>,
    ) -> Place<'a> {
        let (bucket_name, records): (_, Rc<dyn Bucket + 'a>) = match bucket {
            Some((name, bucket)) => (Some(name), bucket),
            None => (None, Rc::new(DirectoryBucket { directory: Rc::clone(&directory), host })),
        };
        let blobs = Box::new(DirectoryBlobs { directory: Rc::clone(&directory), host });
        Place { directory: Some(directory), directory_name: Some(name), bucket_name, records, blobs }
    }

    fn in_bucket(host: &'a dyn Host, name: String, bucket: Rc<dyn Bucket>) -> Place<'a> {
        let blobs = Box::new(BucketBlobs { bucket: Rc::clone(&bucket), host });
        Place { directory: None, directory_name: None, bucket_name: Some(name), records: bucket, blobs }
    }

    /// `directory <name>`, `bucket <name>` or `bucket (default)`.
    pub fn of_blobs(&self) -> String {
        match &self.directory_name {
            Some(name) => format!("directory {name}"),
            None => self.of_records(),
        }
    }

    /// In the same form.
    pub fn of_records(&self) -> String {
        match (&self.bucket_name, &self.directory_name) {
            (Some(bucket), _) if bucket == DEFAULT_BUCKET => "bucket (default)".to_owned(),
            (Some(bucket), _) => format!("bucket {bucket}"),
            (None, directory) => format!("directory {}", directory.as_deref().unwrap_or_default()),
        }
    }
}

fn open_bucket(host: &dyn Host, name: &str) -> Result<Option<Rc<dyn Bucket>>> {
    host.bucket(name).during("opening the bucket")
}

fn store_directory(host: &dyn Host, settings: &Settings) -> Result<Option<(String, Rc<dyn Directory>)>> {
    let mut directories = host.directories().during("opening the store directory")?;
    let index = directories.iter().position(|(name, _)| *name == settings.store).unwrap_or_default();
    Ok((index < directories.len()).then(|| directories.swap_remove(index)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::memory::MemoryHost;

    fn places(directories: &[&str], buckets: &[&str]) -> (String, String) {
        let host = MemoryHost::with(directories, buckets);
        let place = Place::open(&host, &Settings::default()).unwrap();
        (place.of_blobs(), place.of_records())
    }

    fn said(blobs: &str, records: &str) -> (String, String) {
        (blobs.to_owned(), records.to_owned())
    }

    #[test]
    fn a_directory_alone_holds_all() {
        assert_eq!(places(&["/store"], &[]), said("directory /store", "directory /store"));
    }

    #[test]
    fn the_named_directory_comes_before_the_first() {
        assert_eq!(places(&["/data", "/store"], &[]).0, "directory /store");
        assert_eq!(places(&["/data", "/more"], &[]).0, "directory /data");
    }

    #[test]
    fn records_go_to_the_named_bucket_and_never_to_the_default_one_beside_a_directory() {
        assert_eq!(places(&["/store"], &["toolaria", ""]), said("directory /store", "bucket toolaria"));
        assert_eq!(places(&["/store"], &[""]), said("directory /store", "directory /store"));
    }

    #[test]
    fn without_a_directory_a_bucket_holds_all() {
        assert_eq!(places(&[], &["toolaria", ""]), said("bucket toolaria", "bucket toolaria"));
        assert_eq!(places(&[], &[""]), said("bucket (default)", "bucket (default)"));
    }

    #[test]
    fn a_host_that_gives_nothing_is_told_what_to_give() {
        let host = MemoryHost::with(&[], &["other"]);
        let Err(Error::Storage(message)) = Place::open(&host, &Settings::default()).map(drop) else {
            panic!("a place")
        };
        assert_eq!(
            message,
            "There is no place to store results. The host must give a directory, or open the bucket `toolaria` or its default bucket."
        );
    }

    #[test]
    fn a_bucket_that_fails_to_open_is_an_error_though_there_is_a_directory() {
        let host = MemoryHost::with(&["/store"], &["toolaria"]);
        host.fail_after(0);
        assert!(matches!(Place::open(&host, &Settings::default()).map(drop), Err(Error::Storage(_))));
    }
}
