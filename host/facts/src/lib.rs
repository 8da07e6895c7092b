//! Facts of this system with Facter's names and values, each collected on first use. Facts come from files
//! and system calls; only external facts run programs, and the network is not used.

mod disk;
mod dmi;
mod external;
mod group;
mod identity;
mod issue;
mod legacy;
mod memory;
mod mount;
mod network;
mod os;
mod partition;
mod probe;
mod processor;
mod smbios;
mod ssh;
mod system;
mod timezone;
mod udev;
mod unit;
mod uptime;
mod value;
mod virtualization;

#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::Value;
use ownership::{Checker, OwnershipRule};

pub use external::names_in_file;
pub use group::is_core;
pub use issue::FactMessage;
pub use legacy::replacement;
pub use system::SystemProbe;
pub use timezone::time_zone;
pub use value::{DataError, of_json, sorted};

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Useful for debugging.
    Debug,
    /// Probably a mistake.
    Warning,
    /// A fact is missing.
    Error,
    /// Other users can change the source of a fact, so no run may use these facts.
    Refusal,
}

/// A directory of external facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactsDirectory {
    /// Its path.
    pub path: PathBuf,
    /// The rule for owners and permissions of its programs: programs in a module are code, like its
    /// manifests.
    pub programs: OwnershipRule,
}

/// A YAML reader, provided by the caller so that all YAML is read by the same rules.
pub type YamlReader = fn(&str) -> Result<Value, DataError>;

/// Options for collecting facts.
#[derive(Clone, Debug)]
pub struct FactOptions {
    /// Whether to include legacy facts, such as `osfamily` in addition to `os`.
    pub legacy: bool,
    /// Directories of external facts; the first takes precedence.
    pub external: Vec<FactsDirectory>,
    /// The check of external facts.
    pub checker: Arc<Checker>,
    /// The environment variables, of which `FACTER_x` sets the fact `x`.
    pub variables: Vec<(String, String)>,
    /// The time limit of each program that writes external facts; `None` for no limit.
    pub timeout: Option<Duration>,
    /// The reader of external facts in YAML. The default accepts only JSON.
    pub yaml: YamlReader,
}

impl Default for FactOptions {
    fn default() -> Self {
        Self {
            legacy: false,
            external: Vec::new(),
            checker: Arc::default(),
            variables: Vec::new(),
            timeout: Some(Duration::from_secs(30)),
            yaml: value::of_json,
        }
    }
}

/// The facts of a system. Each is collected on first use, and only once.
///
/// ```
/// let machine = facts::SystemProbe::this(None, None);
/// let facts = facts::Facts::new(machine, facts::FactOptions::default());
/// assert_eq!(facts.fact("kernel"), Some("Linux".into()));
/// ```
pub struct Facts {
    machine: SystemProbe,
    options: FactOptions,
    external: OnceCell<Vec<(String, Value)>>,
    core: RefCell<BTreeMap<&'static str, Option<Value>>>,
    log: RefCell<Vec<FactMessage>>,
    times: RefCell<Vec<(String, Duration)>>,
}

impl Facts {
    /// Creates the facts of a system.
    #[must_use]
    pub fn new(machine: SystemProbe, options: FactOptions) -> Self {
        Self {
            machine,
            options,
            external: OnceCell::new(),
            core: RefCell::default(),
            log: RefCell::default(),
            times: RefCell::default(),
        }
    }

    /// Returns a fact by its name, such as `os` or `osfamily`. External facts take precedence over others.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<Value> {
        let legacy = || self.legacy_fact(name).filter(|_| self.options.legacy);
        self.external_fact(name).or_else(|| self.core(name)).or_else(legacy)
    }

    /// Returns an external fact by its name.
    #[must_use]
    pub fn external_fact(&self, name: &str) -> Option<Value> {
        self.external().iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    /// Returns a legacy fact by its name, whether or not they are enabled.
    #[must_use]
    pub fn legacy_fact(&self, name: &str) -> Option<Value> {
        let source = legacy::source(name)?;
        let facts = legacy::repeat(&self.machine, source, &self.core(source)?);
        facts.into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the result of a query: the name of a fact, optionally followed by keys and indices separated by
    /// dots.
    #[must_use]
    pub fn query(&self, query: &str) -> Option<Value> {
        self.fact(query).or_else(|| {
            let (name, rest) = query.split_once('.')?;
            lookup(self.fact(name)?, rest)
        })
    }

    /// Returns all facts sorted by name, including legacy facts if they are requested and enabled.
    #[must_use]
    pub fn all(&self, with_legacy: bool) -> Vec<(String, Value)> {
        let mut all = BTreeMap::new();
        for (name, _) in group::GROUPS {
            let Some(value) = self.core(name) else { continue };
            if with_legacy && self.options.legacy {
                all.extend(legacy::repeat(&self.machine, name, &value));
            }
            all.insert((*name).to_owned(), value);
        }
        all.extend(self.external().iter().cloned());
        all.into_iter().collect()
    }

    /// Returns the messages about external facts and clears them.
    #[must_use]
    pub fn take_messages(&self) -> Vec<FactMessage> {
        self.log.take()
    }

    /// Returns the time that it took to collect each fact, in the order of collection.
    #[must_use]
    pub fn times(&self) -> Vec<(String, Duration)> {
        self.times.borrow().clone()
    }

    fn core(&self, name: &str) -> Option<Value> {
        let (name, gather) = group::find(name)?;
        if let Some(known) = self.core.borrow().get(name) {
            return known.clone();
        }
        let start = Instant::now();
        let value = gather(&self.machine).map(value::sorted);
        self.times.borrow_mut().push((name.to_owned(), start.elapsed()));
        self.core.borrow_mut().insert(name, value.clone());
        value
    }

    fn external(&self) -> &[(String, Value)] {
        self.external.get_or_init(|| {
            let start = Instant::now();
            let mut log = Vec::new();
            let facts = external::gather(&self.options, &mut log);
            self.times.borrow_mut().push(("external".to_owned(), start.elapsed()));
            self.log.borrow_mut().append(&mut log);
            facts
        })
    }
}

/// Returns the part of a value at keys and indices separated by dots.
#[must_use]
pub fn lookup(value: Value, path: &str) -> Option<Value> {
    path.split('.').try_fold(value, |value, key| match value {
        Value::Array(mut elements) => {
            let at = key.parse::<usize>().ok().filter(|at| *at < elements.len())?;
            Some(elements.swap_remove(at))
        }
        value => value::entry(&value, key).cloned(),
    })
}

impl fmt::Debug for Facts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Facts").field("options", &self.options).finish_non_exhaustive()
    }
}
