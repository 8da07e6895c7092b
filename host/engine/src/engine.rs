//! The engine of a run: settings, node, classification, environment, exported resources and manifests.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Result, bail};
use catalog::{Level, Value};
use fleet::NodeDatabase;
use ownership::{CheckError, OwnershipRule};
use report::ReportStore;
use value::{Language, NodeClass};

use crate::classifier::{self, Classification};
use crate::environment::DirectoryEnvironment;
use crate::hooks::Hooks;
use crate::input::{self, ManifestText};
use crate::log::Logger;
use crate::node::Node;
use crate::settings::{Settings, absolute};
use crate::{class_list, provider_lock};

/// Options of the engine that are not settings.
#[derive(Clone, Default)]
pub struct EngineOptions {
    /// A YAML or JSON file with the facts, instead of the facts of this system.
    pub facts: Option<PathBuf>,
    /// The language version of the manifests.
    pub language: Language,
    /// Components used in addition to the built-in and locked ones.
    pub providers: Vec<PathBuf>,
    /// The name of the node, instead of the setting `certname`.
    pub node: Option<String>,
    /// The version of the code, instead of the output of the `config_version` command.
    pub config_version: Option<String>,
    /// The environment of a server, instead of one on this system.
    pub remote: Option<RemoteEnvironment>,
    /// The database for collectors and queries of manifests, which receives the facts and the catalog of a run.
    pub database: Option<Arc<dyn NodeDatabase>>,
}

/// An environment whose manifests are on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteEnvironment {
    /// The name.
    pub name: String,
    /// The directories of modules with the plugins of the environment.
    pub modulepath: Vec<PathBuf>,
}

/// The engine of one node and environment.
pub struct Engine {
    pub(crate) settings: Settings,
    pub(crate) options: EngineOptions,
    pub(crate) hooks: Hooks,
    pub(crate) node: Rc<Node>,
    pub(crate) classification: Classification,
    pub(crate) environment: DirectoryEnvironment,
}

/// The source of manifests.
#[derive(Debug, Clone, Copy)]
pub enum SiteSource<'a> {
    /// Code from the command line.
    Code(&'a str),
    /// A file or directory.
    Path(&'a Path),
    /// Standard input or, if that is empty, the manifests of the environment.
    StandardInput,
    /// The manifests of the environment.
    Environment,
    /// No manifests.
    Empty,
}

/// The manifests of a run.
#[derive(Debug, Default)]
pub struct ManifestSet {
    /// The texts of the manifests.
    pub inputs: Vec<ManifestText>,
    /// Whether the manifests come from the environment.
    pub is_own: bool,
}

impl Engine {
    /// Determines node, classification and environment, and opens the store of exported resources if the settings
    /// enable it. Logs warnings about the environment's configuration.
    ///
    /// # Errors
    /// Returns an error if a fact file cannot be read, the classifier fails, the environment does not exist,
    /// other users can change its directories, or the store of exported resources cannot be opened.
    pub fn open(settings: Settings, options: EngineOptions, hooks: Hooks, logger: &mut dyn Logger) -> Result<Self> {
        let mut node = Node::new(options.facts.as_deref(), &settings)?;
        let certname = Some(settings.certname.value.clone()).filter(|name| !name.is_empty());
        if let Some(name) = options.node.clone().or(certname) {
            node = node.named(name);
        }
        let (classification, environment) = match &options.remote {
            Some(remote) => (Classification::default(), DirectoryEnvironment::remote(remote)),
            None => {
                let classification = classifier::classify(&settings, || node.name())?;
                let environment = Self::environment_of(&settings, classification.environment.as_deref(), logger)?;
                (classification, environment)
            }
        };
        let checker = &settings.checker;
        for directory in environment.directory.iter().chain(&environment.modulepath) {
            checker.check_directory(directory, OwnershipRule::Code)?;
        }
        let node = Rc::new(node.with_modules(environment.modulepath.clone()));
        Ok(Self { settings, options, hooks, node, classification, environment })
    }

    /// Finds an environment, by default the one in the settings, and logs warnings about its configuration.
    ///
    /// # Errors
    /// Returns an error if the environment does not exist, or its configuration cannot be read.
    pub fn environment_of(
        settings: &Settings,
        name: Option<&str>,
        logger: &mut dyn Logger,
    ) -> Result<DirectoryEnvironment> {
        let (environment, warnings) = DirectoryEnvironment::find(settings, name)?;
        for warning in &warnings {
            logger.log(Level::Warning, "", warning);
        }
        Ok(environment)
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the environment.
    #[must_use]
    pub fn environment(&self) -> &DirectoryEnvironment {
        &self.environment
    }

    /// Returns the name of the node.
    #[must_use]
    pub fn node_name(&self) -> String {
        self.node.name()
    }

    /// Returns all facts of the node as a server receives them. `noop` is whether the run is a dry run.
    ///
    /// # Errors
    /// Returns an error if other users can change an external fact.
    pub fn facts(&self, noop: bool, logger: &mut dyn Logger) -> Result<Vec<(String, Value)>> {
        let mut facts = self.node.collected_facts();
        if let Value::Hash(entries) = self.node.client_facts(noop) {
            let entries = entries.into_iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value)));
            for (name, value) in entries {
                facts.retain(|(known, _)| *known != name);
                facts.push((name, value));
            }
        }
        self.node.report(logger)?;
        Ok(facts)
    }

    /// Returns the classes that an earlier run listed in the file of the setting `classfile`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or other users can change it.
    pub fn listed_classes(&self) -> Result<Vec<NodeClass>, CheckError> {
        class_list::load(&self.settings.classfile, &self.settings.checker)
    }

    /// Checks that modules contain no providers that are missing from the lock.
    ///
    /// # Errors
    /// Returns an error if a module contains such a provider.
    pub fn check_modules(&self) -> Result<()> {
        provider_lock::check_modules(&self.environment.modulepath, &self.settings)
    }

    /// Reads the manifests.
    ///
    /// # Errors
    /// Returns an error if a file does not exist or cannot be read.
    pub fn site(&self, source: SiteSource<'_>) -> Result<ManifestSet> {
        let checker = &self.settings.checker;
        let given = |inputs| Ok(ManifestSet { inputs, is_own: false });
        match source {
            SiteSource::Code(code) => given(vec![ManifestText { name: String::new(), text: code.to_owned() }]),
            SiteSource::Path(path) => {
                if !path.exists() {
                    bail!("Could not run: Could not find file {}", path.display());
                }
                let files = input::files_of(&absolute(path), &["pp"], checker)?;
                given(files.iter().map(|file| input::read(file, checker)).collect::<Result<_>>()?)
            }
            SiteSource::StandardInput => match input::read_stdin()? {
                input if input.text.is_empty() => self.site(SiteSource::Environment),
                input => given(vec![input]),
            },
            SiteSource::Environment => Ok(ManifestSet { inputs: self.environment.manifests(checker)?, is_own: true }),
            SiteSource::Empty => Ok(ManifestSet::default()),
        }
    }

    /// Returns the path of the global `hiera.yaml`, if the file exists.
    pub fn hiera_config(&self) -> Option<String> {
        let path = &self.settings.hiera_config;
        path.is_file().then(|| path.display().to_string())
    }

    /// Returns the values of `$settings::NAME`.
    pub fn shown_settings(&self) -> Result<Vec<(String, Value)>> {
        shown_settings(&self.settings, &self.environment, &self.node.name())
    }
}

/// Returns the values of `$settings::NAME` for a node in an environment.
pub(crate) fn shown_settings(
    settings: &Settings,
    environment: &DirectoryEnvironment,
    certname: &str,
) -> Result<Vec<(String, Value)>> {
    let mut shown = settings.texts.values(&environment.name, &environment.modulepath)?;
    for (name, value) in &mut shown {
        match name.as_str() {
            "certname" => *value = certname.into(),
            "manifest" => {
                let path = environment.manifest.as_ref();
                *value = path.map_or_else(String::new, |path| path.display().to_string()).into();
            }
            _ => {}
        }
    }
    shown.extend(unused_settings(settings, certname));
    Ok(shown)
}

/// Returns the values of Puppet's settings for agents and servers that modules read, although this program has no use
/// for them: Puppet's defaults below the directories of this program.
fn unused_settings(settings: &Settings, certname: &str) -> Vec<(String, Value)> {
    let ssl = settings.ssldir.display();
    let unused = [
        ("hostcert", format!("{ssl}/certs/{certname}.pem")),
        ("hostprivkey", format!("{ssl}/private_keys/{certname}.pem")),
        ("hostpubkey", format!("{ssl}/public_keys/{certname}.pem")),
        ("publickeydir", format!("{ssl}/public_keys")),
        ("user", "puppet".to_owned()),
    ];
    unused.into_iter().map(|(name, value)| (name.to_owned(), Value::from(value))).collect()
}

/// Returns the number of the next run: one more than the highest number of a report or journal.
///
/// # Errors
/// Returns an error if other users can change the state directory.
pub fn next_run_number(settings: &Settings) -> Result<u64> {
    Ok(runtime::next_run(settings.state()?, next_run_number_floor(settings)))
}

/// Returns the lowest possible number of the next run, which is higher than that of every stored report.
/// Journals are numbered in the same sequence.
#[must_use]
pub fn next_run_number_floor(settings: &Settings) -> u64 {
    ReportStore::new(settings.reportdir.value.clone()).last().map_or(1, |last| last + 1)
}
