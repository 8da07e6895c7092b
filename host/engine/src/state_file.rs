//! The state file, which passes data between runs: the times at which scheduled resources were evaluated, and
//! the values of audited attributes. It is replaced atomically and readable only by its owner; a damaged file
//! is renamed.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use catalog::{Level, Value, wire};
use ownership::OwnershipRule;
use serde_json::{Map, Value as Json, json};
use thiserror::Error;
use transaction::{PersistedResource, TransactionStore};

use crate::log::Logger;
use crate::settings::Settings;
use files::Durability;

/// Entries of resources that have not been checked for this duration are dropped, as in Puppet.
const KEPT: Duration = Duration::from_secs(32 * 24 * 60 * 60);

/// The state file.
#[derive(Debug)]
pub(crate) struct StateFile {
    path: PathBuf,
    /// The content at the start of the run.
    before: TransactionStore,
}

impl StateFile {
    /// Reads the file of the setting `statefile`. A damaged file is logged, renamed and treated as empty.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or a damaged file cannot be renamed.
    pub(crate) fn open(settings: &Settings, logger: &mut dyn Logger) -> Result<Self> {
        let path = settings.statefile.value.clone();
        let bytes = match settings.checker.read(&path, OwnershipRule::Trusted) {
            Err(missing) if missing.is_missing() => return Ok(Self { path, before: TransactionStore::default() }),
            read => read?,
        };
        // Invalid UTF-8 is treated like invalid JSON.
        let text = String::from_utf8(bytes).unwrap_or_default();
        let before = read(&text).or_else(|reason| {
            let message = format!("Checksumfile {} is corrupt ({reason}); replacing", path.display());
            logger.log(Level::Err, "", &message);
            let renamed = path.with_extension("json.bad");
            fs::rename(&path, renamed)
                .with_context(|| format!("Could not rename corrupt {}; remove manually", path.display()))?;
            anyhow::Ok(TransactionStore::default())
        })?;
        Ok(Self { path, before })
    }

    /// Returns the data of earlier runs.
    pub(crate) fn memory(&self) -> TransactionStore {
        self.before.clone()
    }

    /// Stores the data for the next run.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; the previous content is unchanged.
    pub(crate) fn keep(&self, mut memory: TransactionStore, logger: &mut dyn Logger) -> Result<()> {
        if let Some(long_ago) = SystemTime::now().checked_sub(KEPT) {
            memory.forget_before(long_ago);
        }
        if memory == self.before {
            return Ok(());
        }
        if !self.path.exists() {
            logger.log(Level::Info, "", &format!("Creating state file {}", self.path.display()));
        }
        let text = write(&memory)?;
        files::keep(&self.path, files::PRIVATE, Durability::Lazy, |out| out.write_all(text.as_bytes()))
            .with_context(|| format!("Could not write '{}'", self.path.display()))
    }
}

fn write(memory: &TransactionStore) -> Result<String> {
    let values = |values: &std::collections::BTreeMap<String, Value>| -> Result<Json> {
        let written = values.iter().map(|(name, value)| Ok((name.clone(), wire::to_json(value)?)));
        Ok(Json::Object(written.collect::<Result<_>>()?))
    };
    let time = |time: SystemTime| {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        json!([since.as_secs(), since.subsec_nanos()])
    };
    let mut resources = Map::new();
    for (name, PersistedResource { checked, synced, audited, set }) in memory.iter() {
        let mut written = Map::new();
        for (key, moment) in [("checked", checked), ("synced", synced)] {
            written.extend(moment.map(|moment| (key.to_owned(), time(moment))));
        }
        for (key, of) in [("audited", audited), ("set", set)] {
            if !of.is_empty() {
                written.insert(key.to_owned(), values(of)?);
            }
        }
        resources.insert(name.to_owned(), Json::Object(written));
    }
    Ok(format!("{:#}\n", json!({ "version": 1, "resources": resources })))
}

/// The error of a damaged state file.
#[derive(Debug, Error)]
enum TransactionStoreError {
    #[error("it is not JSON: {0}")]
    Json(String),
    #[error("it has another version")]
    Version,
    #[error("it has no resources")]
    NoResources,
    #[error(transparent)]
    Value(#[from] wire::CatalogFormatError),
}

fn read(text: &str) -> Result<TransactionStore, TransactionStoreError> {
    let document: Json =
        serde_json::from_str(text).map_err(|error| TransactionStoreError::Json(catalog::json_fault(&error)))?;
    if document.get("version") != Some(&json!(1)) {
        return Err(TransactionStoreError::Version);
    }
    let resources = document.get("resources").and_then(Json::as_object).ok_or(TransactionStoreError::NoResources)?;
    let mut memory = TransactionStore::default();
    for (name, known) in resources {
        let time = |key: &str| {
            let [seconds, nanoseconds] = known.get(key)?.as_array()?.as_slice() else { return None };
            let nanoseconds =
                u32::try_from(nanoseconds.as_u64()?).ok().filter(|nanoseconds| *nanoseconds < 1_000_000_000)?;
            UNIX_EPOCH.checked_add(Duration::new(seconds.as_u64()?, nanoseconds))
        };
        let values = |key: &str| {
            let written = known.get(key).and_then(Json::as_object).into_iter().flatten();
            let read = written.map(|(name, value)| Ok((name.clone(), wire::from_json(value)?)));
            read.collect::<Result<_, wire::CatalogFormatError>>()
        };
        let remembered = PersistedResource {
            checked: time("checked"),
            synced: time("synced"),
            audited: values("audited")?,
            set: values("set")?,
        };
        memory.insert(name.clone(), remembered);
    }
    Ok(memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_file_round_trips() {
        let mut memory = TransactionStore::default();
        let remembered = PersistedResource {
            checked: Some(UNIX_EPOCH + Duration::new(1_795_171_802, 5)),
            audited: [("mode".to_owned(), "0644".into()), ("target".to_owned(), Value::Undef)].into(),
            set: [("groups".to_owned(), Value::Array(vec!["a".into(), 1.into()]))].into(),
            ..PersistedResource::default()
        };
        memory.insert("File[/x]".to_owned(), remembered);
        assert_eq!(read(&write(&memory).unwrap()).unwrap(), memory);
    }

    #[test]
    fn damaged_state_file_is_reported_and_renamed() {
        for text in ["", "{", "{}", r#"{"version": 2, "resources": {}}"#, r#"{"version": 1}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
