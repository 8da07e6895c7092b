//! Accesses of Ruby code that were refused in earlier runs, by module: `marotte module trust --learn` proposes grants for them. The
//! file `modules/MODULE.refused.json` in the store contains the kinds of access with their objects.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use ownership::OwnershipRule;
use runtime::{AccessKind, RefusedAccess};

use super::RubyStore;

/// Objects by the kind of access.
pub type RefusedAccesses = BTreeMap<AccessKind, BTreeSet<String>>;

impl RubyStore {
    /// Stores the refused accesses of a run, in addition to those of earlier runs.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written.
    pub fn add_refused(&self, refused: BTreeSet<RefusedAccess>) -> Result<()> {
        let mut by_module: BTreeMap<String, RefusedAccesses> = BTreeMap::new();
        for RefusedAccess { module, kind, object } in refused {
            by_module.entry(module).or_default().entry(kind).or_default().insert(object);
        }
        for (module, refused) in by_module {
            let mut known = self.refused(&module)?;
            let before = known.clone();
            for (kind, objects) in refused {
                known.entry(kind).or_default().extend(objects);
            }
            if known != before {
                let directory = self.modules()?;
                let name = format!("{module}.refused.json");
                ::files::replace_in(&directory, &name, 0o644, &serde_json::to_vec(&known)?)
                    .with_context(|| directory.join(name).display().to_string())?;
            }
        }
        Ok(())
    }

    /// Returns the accesses of a module's Ruby code that were refused since it was trusted.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or other users can change it.
    pub fn refused(&self, module: &str) -> Result<RefusedAccesses> {
        let file = self.refused_file(module);
        match self.checker.read(&file, OwnershipRule::Trusted) {
            Err(error) if error.is_missing() => Ok(RefusedAccesses::new()),
            Err(error) => Err(error.into()),
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| file.display().to_string()),
        }
    }

    /// Forgets the accesses of a module's Ruby code that were refused.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    pub fn forget_refused(&self, module: &str) -> Result<()> {
        let file = self.refused_file(module);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| file.display().to_string())
            }
            _ => Ok(()),
        }
    }

    fn refused_file(&self, module: &str) -> PathBuf {
        self.module_directory().join(format!("{module}.refused.json"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn refused_accesses_of_all_runs_are_kept_until_they_are_forgotten() {
        let directory = tempfile::tempdir().unwrap();
        let store = RubyStore::new(directory.path().join("ruby"), Arc::default());
        let access = |module: &str, kind, object: &str| RefusedAccess {
            module: module.to_owned(),
            kind,
            object: object.to_owned(),
        };
        let first = [access("a", AccessKind::Read, "/x"), access("b", AccessKind::Run, "sh")];
        store.add_refused(first.into()).unwrap();
        store.add_refused([access("a", AccessKind::Read, "/y")].into()).unwrap();
        let of_a = BTreeMap::from([(AccessKind::Read, BTreeSet::from(["/x".to_owned(), "/y".to_owned()]))]);
        assert_eq!(store.refused("a").unwrap(), of_a);
        store.forget_refused("a").unwrap();
        store.forget_refused("a").unwrap();
        assert_eq!(store.refused("a").unwrap(), BTreeMap::new());
        assert_eq!(store.refused("b").unwrap()[&AccessKind::Run], BTreeSet::from(["sh".to_owned()]));
    }
}
