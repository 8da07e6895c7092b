//! What the user chooses for the types of a module. The file `modules/MODULE.trust.json` in the store has the choices with which the
//! module was trusted last, so that learning adds to them.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, bail};
use ownership::OwnershipRule;
use runtime::AccessKind;
use serde::{Deserialize, Serialize};

use super::{RefusedAccesses, RubyStore};

/// Grants in addition to the proposed ones, and whether built-in types are replaced.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrustOptions {
    /// Files that can be read: paths and globs.
    pub read: Vec<String>,
    /// Files that can be written.
    pub write: Vec<String>,
    /// Files whose owner and group can be changed, which can also be written.
    pub chown: Vec<String>,
    /// Programs that can be run: names or paths.
    pub run: Vec<String>,
    /// Environment variables that the commands get; `*` stands for any characters.
    pub environment: Vec<String>,
    /// Attributes whose secrets Ruby code receives.
    pub reveal: Vec<String>,
    /// Types whose resources Ruby code can look up.
    pub find: Vec<String>,
    /// Types whose resources Ruby code can look up, and change before they are applied.
    pub change: Vec<String>,
    /// Types of which Ruby code can add resources.
    pub add: Vec<String>,
    /// Types whose providers Ruby code can call, for resources that need not be in the catalog.
    pub call: Vec<String>,
    /// Files, programs, environment variables, attributes and types to call that are not granted, although the code names them.
    pub without: Vec<String>,
    /// Whether types that are also built in are used; they are omitted otherwise.
    pub replace_built_in: bool,
}

impl TrustOptions {
    /// Adds the choices of an earlier time.
    pub fn extend(&mut self, earlier: Self) {
        for (list, more) in [
            (&mut self.read, earlier.read),
            (&mut self.write, earlier.write),
            (&mut self.chown, earlier.chown),
            (&mut self.run, earlier.run),
            (&mut self.environment, earlier.environment),
            (&mut self.reveal, earlier.reveal),
            (&mut self.find, earlier.find),
            (&mut self.change, earlier.change),
            (&mut self.add, earlier.add),
            (&mut self.call, earlier.call),
            (&mut self.without, earlier.without),
        ] {
            let known: BTreeSet<String> = list.drain(..).chain(more).collect();
            list.extend(known);
        }
        self.replace_built_in |= earlier.replace_built_in;
    }

    /// Adds grants for accesses that were refused.
    ///
    /// # Errors
    /// Returns an error if no access was refused that a grant can name.
    pub fn learn(&mut self, refused: RefusedAccesses) -> Result<()> {
        let mut is_unchanged = true;
        for (kind, objects) in refused {
            let list = match kind {
                AccessKind::Read => &mut self.read,
                AccessKind::Write => &mut self.write,
                AccessKind::Chown => &mut self.chown,
                AccessKind::Run => &mut self.run,
                AccessKind::Reveal => &mut self.reveal,
                AccessKind::Find => &mut self.find,
                AccessKind::Change => &mut self.change,
                AccessKind::Add => &mut self.add,
                AccessKind::Call => &mut self.call,
            };
            // Code could use names of files as patterns.
            for object in objects.into_iter().filter(|object| is_literal(object)) {
                list.push(object);
                is_unchanged = false;
            }
        }
        if is_unchanged {
            bail!("Nothing was refused to this module in runs since it was trusted; run 'marotte apply --noop' first");
        }
        Ok(())
    }
}

/// Returns whether a name is a grant for itself only.
fn is_literal(name: &str) -> bool {
    !name.is_empty() && !name.contains(['*', '?', '[', '{', '@', '~', '<', '\\']) && !name.chars().any(char::is_control)
}

impl RubyStore {
    /// Stores the choices with which a module was trusted.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn keep_trust_options(&self, module: &str, options: &TrustOptions) -> Result<()> {
        let directory = self.modules()?;
        let name = trust_file(module);
        ::files::replace_in(&directory, &name, 0o644, &serde_json::to_vec(options)?)
            .with_context(|| directory.join(name).display().to_string())
    }

    /// Returns the choices with which a module was trusted last; none if it was not.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or other users can change it.
    pub fn trust_options(&self, module: &str) -> Result<TrustOptions> {
        let file = self.module_directory().join(trust_file(module));
        match self.checker.read(&file, OwnershipRule::Trusted) {
            Err(error) if error.is_missing() => Ok(TrustOptions::default()),
            Err(error) => Err(error.into()),
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| file.display().to_string()),
        }
    }
}

fn trust_file(module: &str) -> String {
    format!("{module}.trust.json")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn learnt_grants_extend_those_of_the_last_time() {
        let directory = tempfile::tempdir().unwrap();
        let store = RubyStore::new(directory.path().join("ruby"), Arc::default());
        assert_eq!(store.trust_options("a").unwrap(), TrustOptions::default());
        let first = TrustOptions { write: vec!["/x".into()], replace_built_in: true, ..TrustOptions::default() };
        store.keep_trust_options("a", &first).unwrap();
        let mut options = TrustOptions { write: vec!["/y".into()], ..TrustOptions::default() };
        options.extend(store.trust_options("a").unwrap());
        let refused =
            |names: &[&str]| BTreeMap::from([(AccessKind::Add, names.iter().map(|&name| name.into()).collect())]);
        options.learn(refused(&["cron", "a*"])).unwrap();
        let (write, add) = (vec!["/x".into(), "/y".into()], vec!["cron".into()]);
        assert_eq!(options, TrustOptions { write, add, replace_built_in: true, ..TrustOptions::default() });
        options.learn(refused(&["*"])).unwrap_err();
    }
}
