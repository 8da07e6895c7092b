//! The runtime with its components, and the compiler's view of the environment.

use std::cell::RefCell;
use std::env;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use ownership::{CheckError, OwnershipRule};
use runtime::{CommandOutput, CopyProgress, Durable, EffectTrace, Runtime, RuntimeConfig, SourceLookup};
use syntax::SourceMap;
use value::{CompileRequest, CompilerSettings, Language, Manifests};

use crate::components;
use crate::engine::{Engine, ManifestSet, next_run_number_floor};
use crate::environment::DirectoryEnvironment;
use crate::input::ManifestText;
use crate::log::Logger;
use crate::node::system_name;
use crate::ruby::start_for_types;
use crate::settings::Settings;
use crate::world::{SystemWorld, VerifyScope, module_source};

/// Options of a session.
#[derive(Default)]
pub struct SessionOptions {
    /// Whether facts and settings indicate a dry run.
    pub noop: bool,
    /// When written files are synced.
    pub durable: Durable,
    /// Receiver of each effect on the system.
    pub trace: Option<EffectTrace>,
    /// Receiver of the output of commands while they run.
    pub command_output: Option<CommandOutput>,
    /// Ends the run after the current resource when set.
    pub interrupt: Arc<AtomicBool>,
    /// Shows the progress of the copy of a content to other threads.
    pub copy_progress: Arc<CopyProgress>,
    /// Lookup of the files of sources; `None` for those of the modules of the environment.
    pub sources: Option<SourceLookup>,
}

/// The runtime and the compiler's view for one set of manifests.
pub struct Session<'e> {
    pub(crate) engine: &'e Engine,
    /// The runtime.
    pub runtime: Runtime,
    /// The request to the compiler; callers can add classes.
    pub request: CompileRequest,
    pub(crate) world: SystemWorld,
    pub(crate) is_own: bool,
    /// The source texts of the compiled catalog; empty for other catalogs.
    pub(crate) sources: RefCell<SourceMap>,
}

impl Engine {
    /// Opens the runtime for applying to this system, or to the tree of `--root`. Components are loaded in background threads when
    /// the compiler first uses their types.
    ///
    /// # Errors
    /// Returns an error if a component cannot be read or is not accepted, or other users can change the state
    /// directory.
    pub fn session(&self, site: ManifestSet, options: SessionOptions, logger: &mut dyn Logger) -> Result<Session<'_>> {
        let noop = options.noop;
        let runtime = Runtime::new(self.runtime_config(options, logger)?)?;
        let loader = runtime.loader();
        let mut session = self.session_with(runtime, site, noop)?;
        session.world = session.world.loading(loader);
        Ok(session)
    }

    /// Opens a session that only compiles: its runtime knows the schemas of types and has no access to the state
    /// directory.
    ///
    /// # Errors
    /// Returns an error if a component cannot be read or is not accepted.
    pub fn compile_session(&self, site: ManifestSet, logger: &mut dyn Logger) -> Result<Session<'_>> {
        let components = components::of_run(&self.settings, &self.options.providers, logger)?;
        self.session_with(Runtime::new(RuntimeConfig::new(components))?, site, false)
    }

    fn session_with(&self, runtime: Runtime, site: ManifestSet, noop: bool) -> Result<Session<'_>> {
        let is_own = site.is_own;
        let (world, request) = self.compile_input(site, &runtime, noop)?;
        Ok(Session { engine: self, runtime, request, world, is_own, sources: RefCell::default() })
    }

    /// Returns the input of the compiler for the given manifests and the types of a runtime.
    ///
    /// # Errors
    /// Returns an error if a setting cannot be represented in manifests.
    pub fn compile_input(
        &self,
        site: ManifestSet,
        runtime: &Runtime,
        noop: bool,
    ) -> Result<(SystemWorld, CompileRequest)> {
        Ok((self.world(site.inputs, runtime), self.request(noop)?))
    }

    /// Returns the configuration of the runtime.
    ///
    /// # Errors
    /// Returns an error if a component cannot be read or is not accepted, or other users can change the state
    /// directory.
    pub fn runtime_config(&self, options: SessionOptions, logger: &mut dyn Logger) -> Result<RuntimeConfig> {
        let settings = &self.settings;
        self.check_modules()?;
        let mut config = RuntimeConfig::new(components::of_run(settings, &self.options.providers, logger)?);
        config.root.clone_from(&settings.root);
        config.state = settings.state()?.to_owned();
        config.cache = Some(settings.cache.value.clone());
        config.environment = env::vars_os().collect();
        config.durable = options.durable;
        config.trace = options.trace;
        config.command_output = options.command_output;
        config.interrupt = options.interrupt;
        config.copy_progress = options.copy_progress;
        config.keep = *settings.undo_keep;
        config.guards = *settings.noop_guards;
        config.root_commands = *settings.root_commands;
        config.next_run_number_floor = next_run_number_floor(settings);
        config.limits.content = settings.content_timeout.unwrap_or(Duration::MAX);
        let node = Rc::clone(&self.node);
        config.facts = Rc::new(move |path| node.fact(path));
        let modulepath = self.environment.modulepath.clone();
        let checker = Arc::clone(&settings.checker);
        config.sources = options.sources.unwrap_or_else(|| {
            Rc::new(move |url| match module_source(&modulepath, url)? {
                Some(file) => match checker.check_path(&file, OwnershipRule::Code) {
                    Err(CheckError::Exposed(exposure)) => Err(exposure.into()),
                    // Any other error is reported when the file is read.
                    _ => Ok(Some(file)),
                },
                None => Ok(None),
            })
        });
        let (store, modulepath) = (settings.ruby(), self.environment.modulepath.clone());
        let (texts, environment) = (settings.texts.clone(), self.environment.name.clone());
        config.ruby = Some(Arc::new(move |code| {
            let settings = texts.values(&environment, &modulepath);
            let started = settings.and_then(|settings| start_for_types(&store, &modulepath, code, settings));
            started.map_err(|error| format!("{error:#}"))
        }));
        config.after_change.clone_from(&self.hooks.after_change);
        if let Some(resolver) = &self.hooks.resolver {
            config.resolver = Arc::clone(resolver);
        }
        if let Some(limit) = self.hooks.component_time_limit {
            (config.limits.compute, config.limits.pure_compute, config.limits.query) = (limit, limit, limit);
        }
        Ok(config)
    }

    /// Returns the compiler's view of the environment, with the given manifests and the types of a runtime.
    fn world(&self, inputs: Vec<ManifestText>, runtime: &Runtime) -> SystemWorld {
        let environment = &self.environment;
        let texts = inputs.into_iter().map(ManifestText::into_source).collect();
        let types = Rc::clone(runtime.registry());
        let mut world = SystemWorld::new(&environment.name, texts, environment.modulepath.clone(), types)
            .of_node(Rc::clone(&self.node))
            .with_checker(Arc::clone(&self.settings.checker))
            .preferring_modules(*self.settings.module_types)
            .with_ruby(self.settings.ruby());
        if let Some(root) = &environment.directory {
            world = world.with_root(root.clone());
        }
        match &self.options.database {
            Some(database) => world.with_database(Arc::clone(database)),
            None => world,
        }
    }

    /// Returns the request to the compiler.
    fn request(&self, noop: bool) -> Result<CompileRequest> {
        let (node, settings) = (&self.node, &self.settings);
        Ok(CompileRequest {
            facts: node.client_facts(noop),
            trusted: node.trusted(),
            manifests: Manifests::Site,
            variables: self.classification.variables.clone(),
            classes: self.classification.classes.clone(),
            shown_settings: self.shown_settings()?,
            server_facts: catalog::Value::Hash(vec![("environment".into(), self.environment.name.as_str().into())]),
            settings: compiler_settings(
                settings,
                &self.environment,
                own_identity(settings).as_deref(),
                self.options.language,
            ),
            node: node.name(),
        })
    }
}

impl Session<'_> {
    /// Returns the compiler's view of the environment.
    #[must_use]
    pub fn world(&self) -> &SystemWorld {
        &self.world
    }

    /// Returns whether a type is defined by a component or the engine, so that catalogs can be read with its
    /// data types.
    #[must_use]
    pub fn is_native(&self, type_name: &str) -> bool {
        self.runtime.registry().defines(type_name) || catalog::is_engine_type(type_name)
    }

    /// Verifies the providers that were used, or all providers.
    ///
    /// # Errors
    /// Returns an error if a provider was rejected.
    pub fn verify(&self, scope: VerifyScope) -> Result<()> {
        self.world.ensure_providers_verified(scope)
    }

    /// Logs the messages about facts that were used.
    ///
    /// # Errors
    /// Returns an error if other users can change a program of external facts.
    pub fn log_facts(&self, logger: &mut dyn Logger) -> Result<()> {
        self.engine.node.report(logger)
    }
}

impl Deref for Session<'_> {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        self.engine
    }
}

/// Returns the settings of the compiler for an environment. `own` is the name from [`own_identity`].
pub(crate) fn compiler_settings(
    settings: &Settings,
    environment: &DirectoryEnvironment,
    own: Option<&str>,
    language: Language,
) -> CompilerSettings {
    let hiera_config = &settings.hiera_config;
    CompilerSettings {
        strict: *settings.strict,
        strict_variables: *settings.strict_variables,
        include_legacy_facts: *settings.include_legacy_facts,
        ruby_templates: *settings.ruby_templates,
        storeconfigs: *settings.storeconfigs,
        language,
        hiera_config: hiera_config.is_file().then(|| hiera_config.display().to_string()),
        environment_data_provider: Some(environment.data_provider.clone()).filter(|name| !name.is_empty()),
        hostcert: own.map(|own| settings.certdir.join(own).display().to_string()),
        hostprivkey: own.map(|own| settings.privatekeydir.join(own).display().to_string()),
        maximum_memory: (*settings.compile_memory).min(address_space() / 2),
        ..CompilerSettings::default()
    }
}

/// Returns the name of the files of this system's certificate and private key, whichever node a catalog is for. `None` if this
/// system has no private keys: then its name is not needed, which can take time.
pub(crate) fn own_identity(settings: &Settings) -> Option<String> {
    settings.privatekeydir.is_dir().then(|| match settings.certname.as_str() {
        "" => format!("{}.pem", system_name()),
        certname => format!("{}.pem", certname.to_lowercase()),
    })
}

/// Returns the address space limit of this process in bytes. If memory runs out, the process aborts without
/// an error or a report.
fn address_space() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current;
    limit.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX)
}
