//! The node: its name, its facts, which are collected on first use, and its trusted facts.

mod module_facts;
mod ruby_facts;
mod system_facts;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Result;
use catalog::{PUPPET_VERSION, Value};
use facts::{FactsDirectory, SystemProbe};
use ownership::OwnershipRule;

use crate::input;
use crate::log::Logger;
use crate::settings::{self, Settings};
pub use ruby_facts::RubyFactFiles;
pub use system_facts::{ExternalFacts, SystemFacts};

/// Directories of external facts of Puppet's agent and Facter, so that facts of an existing node remain available.
const PUPPETS: [&str; 3] = ["/etc/facter/facts.d", "/etc/puppetlabs/facter/facts.d", "/opt/puppetlabs/facter/facts.d"];

/// A node.
#[derive(Debug)]
pub struct Node {
    certname: Option<String>,
    /// The name, determined on first use.
    name: OnceCell<String>,
    facts: FactsSource,
    /// The files of modules that define facts in Ruby.
    ruby: Rc<RubyFactFiles>,
}

/// The source of facts.
#[derive(Debug)]
enum FactsSource {
    /// Facts from a file.
    Given(Vec<(String, Value)>),
    /// The facts of this system.
    System(Box<SystemFacts>),
}

impl Node {
    /// Returns the node of this system, or a node whose facts are in a file. The facts of this system include external facts
    /// and facts in Ruby of the modules of a module path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn new(file: Option<&Path>, settings: &Settings) -> Result<Self> {
        let ruby = Rc::new(RubyFactFiles::default());
        let facts = match file {
            Some(file) => FactsSource::Given(input::read_facts(file, &settings.checker)?),
            None => {
                let legacy = *settings.include_legacy_facts;
                FactsSource::System(Box::new(SystemFacts::new(
                    settings,
                    legacy,
                    ExternalFacts::Usual,
                    Rc::clone(&ruby),
                )))
            }
        };
        Ok(Self { certname: None, name: OnceCell::new(), facts, ruby })
    }

    /// Adds the external facts and the facts in Ruby of modules.
    pub fn with_modules(self, modulepath: Vec<PathBuf>) -> Self {
        let ruby = Rc::new(RubyFactFiles::of(modulepath));
        let facts = match self.facts {
            FactsSource::System(facts) => FactsSource::System(Box::new(facts.with_files(Rc::clone(&ruby)))),
            given @ FactsSource::Given(_) => given,
        };
        Self { facts, ruby, ..self }
    }

    /// Sets the name of the node.
    pub fn named(self, certname: String) -> Self {
        Self { certname: Some(certname), name: OnceCell::new(), ..self }
    }

    /// Returns the fact at a dotted path.
    pub fn fact(&self, path: &str) -> Option<Value> {
        match &self.facts {
            FactsSource::Given(facts) => {
                let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
                let fact = facts.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())?;
                match rest {
                    Some(rest) => facts::lookup(fact, rest),
                    None => Some(fact),
                }
            }
            FactsSource::System(facts) => facts.query(path),
        }
    }

    /// Returns the facts of this system, unless they come from a file.
    fn system_facts(&self) -> Option<&SystemFacts> {
        match &self.facts {
            FactsSource::Given(_) => None,
            FactsSource::System(facts) => Some(facts),
        }
    }

    /// Returns the fact with a name for the compiler. The use of a fact in Ruby that cannot be evaluated is recorded for
    /// [`Node::report`].
    pub fn use_fact(&self, name: &str) -> Option<Value> {
        self.system_facts()?.use_fact(name)
    }

    /// Returns the file of a module that defines a fact in Ruby.
    pub fn ruby_fact(&self, name: &str) -> Option<&Path> {
        self.ruby.file(name)
    }

    /// Returns the collected facts of this system; empty if the facts come from a file.
    pub fn collected_facts(&self) -> Vec<(String, Value)> {
        self.system_facts().map(|facts| facts.all(true)).unwrap_or_default()
    }

    /// Logs messages about the facts that were used.
    ///
    /// # Errors
    /// Returns an error if other users can change an external fact.
    pub fn report(&self, logger: &mut dyn Logger) -> Result<()> {
        self.system_facts().map_or(Ok(()), |facts| facts.report(logger))
    }

    /// Returns the name of the node, composed as in Puppet.
    pub fn name(&self) -> String {
        self.name.get_or_init(|| self.composed_name()).clone()
    }

    fn composed_name(&self) -> String {
        let text = |path: &str| {
            self.fact(path).and_then(|value| value.as_str().map(str::to_owned)).filter(|text| !text.is_empty())
        };
        let name = self.certname.clone().or_else(|| match &self.facts {
            FactsSource::Given(_) => {
                text("networking.fqdn").or_else(|| text("fqdn")).or_else(|| text("networking.hostname"))
            }
            FactsSource::System(_) => SystemProbe::this(None, None).name(),
        });
        name.unwrap_or_else(|| "localhost".to_owned()).to_lowercase()
    }

    /// Returns the facts that are known without collection: facts from a file, and facts that every Puppet node has.
    pub fn client_facts(&self, noop: bool) -> Value {
        let mut entries: Vec<(Value, Value)> = match &self.facts {
            FactsSource::Given(facts) => {
                facts.iter().map(|(name, value)| (name.as_str().into(), value.clone())).collect()
            }
            FactsSource::System(_) => vec![("puppetversion".into(), PUPPET_VERSION.into())],
        };
        for (name, value) in
            [("clientcert", self.name().into()), ("clientversion", PUPPET_VERSION.into()), ("clientnoop", noop.into())]
        {
            if !entries.iter().any(|(known, _)| known.as_str() == Some(name)) {
                entries.push((name.into(), value));
            }
        }
        Value::Hash(entries)
    }

    /// Returns the trusted facts of a node that compiles its own catalog.
    pub fn trusted(&self) -> Value {
        let name = self.name();
        let (hostname, domain) =
            name.split_once('.').map_or((name.as_str(), None), |(hostname, domain)| (hostname, Some(domain)));
        Value::Hash(vec![
            ("authenticated".into(), "local".into()),
            ("certname".into(), name.as_str().into()),
            ("extensions".into(), Value::Hash(Vec::new())),
            ("hostname".into(), hostname.into()),
            ("domain".into(), domain.map_or(Value::Undef, Value::from)),
            ("external".into(), Value::Hash(Vec::new())),
        ])
    }
}

/// Returns the node name of this system.
pub fn system_name() -> String {
    SystemProbe::this(None, None).name().unwrap_or_else(|| "localhost".to_owned()).to_lowercase()
}

/// Returns the directories of external facts in Puppet's order: the system's directories take precedence over
/// those in modules.
pub fn external_directories(configuration: &Path, modulepath: &[PathBuf]) -> Vec<FactsDirectory> {
    let mut directories = vec![configuration.join("facts.d")];
    if rustix::process::geteuid().is_root() {
        directories.extend(PUPPETS.iter().map(PathBuf::from));
    } else {
        directories.extend(ownership::home().map(|home| home.join(".facter/facts.d")));
    }
    let of_machine = directories.into_iter().map(|path| FactsDirectory { path, programs: OwnershipRule::Trusted });
    let in_modules = modules(modulepath).map(|module| module.join("facts.d")).filter(|directory| directory.is_dir());
    of_machine.chain(in_modules.map(|path| FactsDirectory { path, programs: OwnershipRule::Code })).collect()
}

/// Returns the directories of modules. The first of several modules with the same name takes precedence.
fn modules(modulepath: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    let mut known = HashSet::new();
    let all = modulepath.iter().flat_map(|directory| settings::directories_in(directory));
    all.filter(move |module| module.file_name().is_some_and(|name| known.insert(name.to_owned())))
}

/// Returns the fact `puppetversion`, which Puppet itself adds.
pub fn puppet_version() -> (String, Value) {
    ("puppetversion".to_owned(), PUPPET_VERSION.into())
}
