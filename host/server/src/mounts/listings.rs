//! Descriptions of the plugins, which every agent requests in each run. They are made once for each version of the files.

use std::sync::{Arc, Mutex, PoisonError};

use engine::Stamps;
use rustc_hash::FxHashMap;

/// A description with the versions of the files and directories in it.
#[derive(Debug)]
struct Listing {
    stamps: Stamps,
    json: Arc<str>,
}

/// Descriptions by directories of the environment, path and parameters of the request.
#[derive(Debug, Default)]
pub(crate) struct Listings(Mutex<FxHashMap<String, Arc<Listing>>>);

/// The number of descriptions that are kept: agents send the same few parameters.
const MOST: usize = 256;

impl Listings {
    /// Returns a description, which is made again if something in it has changed.
    ///
    /// # Errors
    /// Returns the error of `describe`, which notes what it reads.
    pub(super) fn get<E>(
        &self,
        key: String,
        describe: impl FnOnce(&Stamps) -> Result<String, E>,
    ) -> Result<Arc<str>, E> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let listing = known().get(&key).cloned();
        if let Some(listing) = listing.filter(|listing| listing.stamps.are_current()) {
            return Ok(Arc::clone(&listing.json));
        }
        let stamps = Stamps::default();
        let json: Arc<str> = describe(&stamps)?.into();
        let mut known = known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, Arc::new(Listing { stamps, json: Arc::clone(&json) }));
        Ok(json)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;
    use std::time::Duration;
    use std::{fs, thread};

    use super::*;

    #[test]
    fn description_is_made_again_after_a_change() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.rb");
        fs::write(&file, "1").unwrap();
        thread::sleep(Duration::from_millis(100));
        let (listings, count) = (Listings::default(), Cell::new(0));
        let get = || {
            let described = listings.get("plugins".to_owned(), |stamps| {
                stamps.note(&file);
                count.set(count.get() + 1);
                Ok::<_, Infallible>(fs::read_to_string(&file).unwrap())
            });
            described.unwrap_or_else(|never| match never {}).to_string()
        };
        assert_eq!((get(), get(), count.get()), ("1".to_owned(), "1".to_owned(), 1));
        fs::write(&file, "2").unwrap();
        assert_eq!((get(), count.get()), ("2".to_owned(), 2));
    }
}
