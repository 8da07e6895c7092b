//! The facts of this system: built-in facts, external facts, and facts that modules implement in Ruby.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use catalog::{Level, Value};
use facts::{FactOptions, Facts, FactsDirectory, SystemProbe};
use ownership::Checker;

use super::module_facts;
use super::ruby_facts::{self, RubyFactFiles};
use crate::input;
use crate::log::Logger;
use crate::ruby::{FactInterpreter, FactLookup, RubyStore};
use crate::settings::{SettingTexts, Settings};
use runtime::NoopGuards;

/// The directories of external facts.
pub enum ExternalFacts {
    /// Those of this system and of modules.
    Usual,
    /// These only.
    Given(Vec<FactsDirectory>),
}

/// The facts of this system. Each is collected on first use, and only once.
pub struct SystemFacts {
    /// Built-in and external facts, prepared on first use.
    facts: OnceCell<Facts>,
    legacy: bool,
    external: ExternalFacts,
    confdir: PathBuf,
    checker: Arc<Checker>,
    /// The files of modules that define facts in Ruby.
    files: Rc<RubyFactFiles>,
    store: RubyStore,
    settings: SettingTexts,
    timeout: Option<Duration>,
    requires_protections: bool,
    /// The interpreter; `None` if none is installed, or no module has facts in Ruby.
    interpreter: OnceCell<Option<FactInterpreter>>,
    /// Evaluated facts of files in Ruby.
    evaluated: RefCell<BTreeMap<String, Option<Value>>>,
    times: RefCell<Vec<(String, Duration)>>,
    /// Facts in Ruby that were used but cannot be evaluated, with the files that define them.
    missed: RefCell<BTreeMap<String, PathBuf>>,
}

impl std::fmt::Debug for SystemFacts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("SystemFacts").field("facts", &self.facts).finish_non_exhaustive()
    }
}

impl SystemFacts {
    /// Returns the facts of this system, with or without legacy facts, external facts and the facts in Ruby of modules.
    #[must_use]
    pub fn new(settings: &Settings, legacy: bool, external: ExternalFacts, files: Rc<RubyFactFiles>) -> Self {
        Self {
            facts: OnceCell::new(),
            legacy,
            external,
            confdir: settings.confdir.value.clone(),
            checker: Arc::clone(&settings.checker),
            files,
            store: settings.ruby(),
            settings: settings.texts.clone(),
            timeout: *settings.external_fact_timeout,
            requires_protections: *settings.noop_guards != NoopGuards::Free,
            interpreter: OnceCell::new(),
            evaluated: RefCell::default(),
            times: RefCell::default(),
            missed: RefCell::default(),
        }
    }

    /// Sets the files of modules. No fact may have been used before.
    #[must_use]
    pub fn with_files(self, files: Rc<RubyFactFiles>) -> Self {
        Self { files, ..self }
    }

    fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| {
            let probe = SystemProbe::this(env::var("PATH").ok(), env::var("TZ").ok());
            // A variable that is not valid UTF-8 cannot be a fact.
            let text = |text: std::ffi::OsString| text.into_string().ok();
            let variables = env::vars_os().filter_map(|(name, value)| Some((text(name)?, text(value)?))).collect();
            let external = match &self.external {
                ExternalFacts::Usual => super::external_directories(&self.confdir, self.files.modulepath()),
                ExternalFacts::Given(directories) => directories.clone(),
            };
            let (legacy, timeout, checker) = (self.legacy, self.timeout, Arc::clone(&self.checker));
            let yaml = input::yaml_of_facts;
            Facts::new(probe, FactOptions { legacy, external, checker, variables, timeout, yaml })
        })
    }

    /// Returns a fact by its name, such as `os`. External facts take precedence over those in Ruby, which can replace
    /// built-in ones.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<Value> {
        self.facts().external_fact(name).or_else(|| match self.in_ruby(name) {
            Some(value) => value,
            None => self.facts().fact(name),
        })
    }

    /// Returns the result of a query: the name of a fact, optionally followed by keys and indices separated by dots.
    #[must_use]
    pub fn query(&self, query: &str) -> Option<Value> {
        self.fact(query).or_else(|| {
            let (name, rest) = query.split_once('.')?;
            facts::lookup(self.fact(name)?, rest)
        })
    }

    /// Returns the fact with a name for the compiler. The use of a fact that needs an interpreter which is not installed is
    /// recorded for [`SystemFacts::report`].
    pub fn use_fact(&self, name: &str) -> Option<Value> {
        let fact = self.fact(name);
        if fact.is_none()
            && self.interpreter().is_none()
            && let Some(file) = self.files.file(name)
        {
            self.missed.borrow_mut().insert(name.to_owned(), file.to_owned());
        }
        fact
    }

    /// Returns why a query such as `role` or `role.name` has no value although a module defines the fact in Ruby; `None` if no
    /// module does.
    pub fn reason_of_absence(&self, query: &str) -> Option<String> {
        let name = query.split('.').next()?;
        let file = self.files.file(name)?;
        Some(match self.interpreter() {
            Some(_) => format!("The fact '{name}' ({}) has no value on this system", file.display()),
            None => ruby_facts::warning(&BTreeMap::from([(name.to_owned(), file.to_owned())])),
        })
    }

    /// Returns all facts sorted by name, including legacy facts if they are requested and enabled.
    #[must_use]
    pub fn all(&self, with_legacy: bool) -> Vec<(String, Value)> {
        let mut all: BTreeMap<String, Value> = self.facts().all(with_legacy).into_iter().collect();
        let known = module_facts::FACTS.iter().map(|(_, _, name)| *name);
        all.extend(known.filter_map(|name| Some((name.to_owned(), self.without_interpreter(name)?))));
        if let Some(interpreter) = self.interpreter() {
            let names = self.with_lookup(|lookup| interpreter.load(&self.files.all(), lookup));
            for name in names {
                let value = self.fact(&name);
                match value {
                    Some(value) => all.insert(name, value),
                    None => all.remove(&name),
                };
            }
        }
        all.into_iter().collect()
    }

    /// Returns the time that it took to collect each fact, in the order of collection.
    #[must_use]
    pub fn times(&self) -> Vec<(String, Duration)> {
        [self.facts().times(), self.times.borrow().clone()].concat()
    }

    /// Logs messages about the facts that were used.
    ///
    /// # Errors
    /// Returns an error if other users can change an external fact.
    pub fn report(&self, logger: &mut dyn Logger) -> Result<()> {
        // Unused facts have no messages.
        for message in self.facts.get().map(Facts::take_messages).unwrap_or_default() {
            let level = match message.level {
                facts::Level::Debug => Level::Debug,
                facts::Level::Warning => Level::Warning,
                facts::Level::Error => Level::Err,
                facts::Level::Refusal => return Err(anyhow::Error::msg(message.text)),
            };
            logger.log(level, "", &message.text);
        }
        let of_ruby = self.interpreter.get().and_then(Option::as_ref).map(FactInterpreter::take_messages);
        for (level, message) in of_ruby.into_iter().flatten() {
            logger.log(level, "", &message);
        }
        let missed = self.missed.take();
        if !missed.is_empty() {
            logger.log(Level::Warning, "", &ruby_facts::warning(&missed));
        }
        Ok(())
    }

    /// Returns the interpreter, unless none is installed.
    fn interpreter(&self) -> Option<&FactInterpreter> {
        let interpreter = self.interpreter.get_or_init(|| {
            // A store that cannot be read is reported when the interpreter starts.
            let is_installed = self.store.installed().map_or(true, |installed| installed.is_some());
            (is_installed && !self.files.all().is_empty()).then(|| {
                FactInterpreter::new(
                    self.store.clone(),
                    self.files.modulepath(),
                    self.timeout,
                    self.requires_protections,
                )
            })
        });
        interpreter.as_ref()
    }

    /// Returns the value of a fact that a module may implement in Ruby; `None` if no file can add it.
    fn in_ruby(&self, name: &str) -> Option<Option<Value>> {
        if let Some(known) = self.evaluated.borrow().get(name) {
            return Some(known.clone());
        }
        if let Some(value) = self.without_interpreter(name) {
            self.evaluated.borrow_mut().insert(name.to_owned(), Some(value.clone()));
            return Some(Some(value));
        }
        let interpreter = self.interpreter()?;
        let built_in = self.facts().fact(name);
        let mut files = self.files.adding(name);
        if files.is_empty() && built_in.is_none() {
            files = self.files.computing();
        }
        if files.is_empty() {
            return None;
        }
        let start = Instant::now();
        let found = self.with_lookup(|lookup| {
            interpreter.load(&files, lookup);
            interpreter.value(name, built_in.as_ref(), lookup)
        });
        if found.file.is_some() {
            self.times.borrow_mut().push((name.to_owned(), start.elapsed()));
        }
        self.evaluated.borrow_mut().insert(name.to_owned(), found.value.clone());
        Some(found.value)
    }

    /// Returns the value of a fact of a widely used module that needs no interpreter.
    fn without_interpreter(&self, name: &str) -> Option<Value> {
        let is_known = module_facts::is_known(name, &self.files.adding(name));
        is_known.then(|| module_facts::value(name, self.facts().fact("os").as_ref(), &self.settings)).flatten()
    }

    /// Calls a function with the answers to queries of Ruby code.
    fn with_lookup<R>(&self, call: impl FnOnce(&FactLookup<'_>) -> R) -> R {
        call(&FactLookup {
            one: &|name| self.query_any(name),
            all: &|| self.all(true),
            setting: &|name| self.settings.text(name).ok(),
        })
    }

    /// Answers a query of Ruby code, which can use legacy facts in any case.
    fn query_any(&self, query: &str) -> Option<Value> {
        self.query(query).or_else(|| self.facts().legacy_fact(query))
    }
}
