//! Environments of a server: several threads compile catalogs of nodes at the same time. The files of an environment are read and
//! parsed once for each version of its tree.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use catalog::schema::TypeSchema;
use catalog::{Catalog, Level, Resource, Value, is_engine_type, wire};
use compiler::{Compiled, Failure};
use fleet::NodeDatabase;
use ownership::OwnershipRule;
use runtime::{Runtime, RuntimeConfig};
use serde_json::Value as Json;
use syntax::{Diagnostic, MissingRuby, Mode, ParsedFile};
use thiserror::Error;
use value::{CompileRequest, Language, Log, ManifestSource};

use crate::classifier::{self, Classification};
use crate::components;
use crate::engine::shown_settings;
use crate::environment::DirectoryEnvironment;
use crate::input::{self, ManifestText};
use crate::log::Logger;
use crate::node_database::{check_exported, namevar, resource_documents};
use crate::ruby::RubyStore;
use crate::session::{compiler_settings, own_identity};
use crate::settings::Settings;
use crate::shared_files::SharedFiles;
use crate::stamps::Stamps;
use crate::world::{SystemWorld, TypeSchemas, VerifyScope, verify_types};

/// The resource types that a server knows: those of built-in and installed components. Modules of an environment declare
/// others.
#[derive(Debug)]
pub struct ServedTypes(BTreeMap<String, Arc<TypeSchema>>);

impl ServedTypes {
    /// Reads the schemas of all components.
    ///
    /// # Errors
    /// Returns an error if a component cannot be read or is not accepted.
    pub fn load(settings: &Settings, logger: &mut dyn Logger) -> Result<Arc<Self>> {
        let runtime = Runtime::new(RuntimeConfig::new(components::of_run(settings, &[], logger)?))?;
        let types = runtime.types().map(|schema| (schema.name.clone(), Arc::clone(schema))).collect();
        verify_types(runtime.registry(), VerifyScope::All)?;
        Ok(Arc::new(Self(types)))
    }
}

impl TypeSchemas for Arc<ServedTypes> {
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        self.0.get(type_name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// A node for which a catalog is compiled.
#[derive(Debug)]
pub struct NodeIdentity {
    /// The name in its certificate.
    pub name: String,
    /// The extensions of its certificate: `$trusted['extensions']`.
    pub extensions: Vec<(String, String)>,
}

impl NodeIdentity {
    /// Returns `$trusted` for a node that was authenticated by its certificate.
    #[must_use]
    pub fn trusted(&self) -> Value {
        let (hostname, domain) = match self.name.split_once('.') {
            Some((hostname, domain)) => (hostname, Value::from(domain)),
            None => (self.name.as_str(), Value::Undef),
        };
        let extensions = self.extensions.iter().map(|(name, value)| (name.as_str().into(), value.as_str().into()));
        Value::Hash(vec![
            ("authenticated".into(), "remote".into()),
            ("certname".into(), self.name.as_str().into()),
            ("extensions".into(), Value::Hash(extensions.collect())),
            ("hostname".into(), hostname.into()),
            ("domain".into(), domain),
            ("external".into(), Value::Hash(Vec::new())),
        ])
    }
}

/// The classes, variables and environment that an external classifier assigns to a node.
#[derive(Debug, Default)]
pub struct NodeClassification(Classification);

impl NodeClassification {
    /// Asks the classifier in the settings, if there is one.
    ///
    /// # Errors
    /// Returns an error if the classifier fails, or its output is not a classification.
    pub fn of(settings: &Settings, node: &str) -> Result<Self> {
        classifier::classify(settings, || node.to_owned()).map(Self)
    }

    /// Returns the environment that the classifier requires.
    #[must_use]
    pub fn environment(&self) -> Option<&str> {
        self.0.environment.as_deref()
    }

    /// Returns the top-scope variables.
    #[must_use]
    pub fn variables(&self) -> &[(String, Value)] {
        &self.0.variables
    }
}

/// Facts of the server that compiles: `$server_facts`.
#[derive(Debug, Clone)]
pub struct ServerFacts {
    /// The version of Puppet whose language and protocol the server has.
    pub version: String,
    /// The name of the server.
    pub name: String,
    /// The address of the server.
    pub address: String,
}

/// A compiled catalog.
#[derive(Debug)]
pub struct ServedCatalog {
    /// The catalog; [`ServedEnvironment::document`] returns the form sent to agents.
    pub catalog: Catalog,
    /// The resources that the node exports, collected or not.
    pub exported: Vec<Resource>,
    /// The messages of the compilation, one line each.
    pub messages: Vec<(Level, String)>,
}

/// A catalog in the form sent to agents.
#[derive(Debug)]
pub struct ServedDocument {
    /// The JSON.
    pub text: String,
    /// The identifier of the catalog, which is once in the JSON.
    pub uuid: String,
    /// The version of the code.
    pub code_id: Option<String>,
}

impl ServedDocument {
    /// Returns the part of the JSON that is the same for equal catalogs: environment, resources and relationships, but not the
    /// version and the identifiers.
    #[must_use]
    pub fn content(&self) -> &str {
        self.text.split_once(&self.uuid).map_or(&*self.text, |(_, content)| content)
    }
}

/// A catalog was not compiled.
#[derive(Debug, Error)]
pub enum ServedCatalogError {
    /// A manifest cannot be parsed or its evaluation fails, with Puppet's message.
    #[error("{0}")]
    Manifest(String),
    /// The manifests need code in Ruby that cannot run here.
    #[error("{message}")]
    MissingRuby {
        /// Puppet's message.
        message: String,
        /// The code.
        missing: MissingRuby,
    },
    /// The database of nodes did not answer a query of the manifests.
    #[error("The database of nodes cannot be read: {0}")]
    Database(String),
    /// A file cannot be read, or the catalog cannot be represented.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

/// An environment of which a server compiles catalogs.
pub struct ServedEnvironment {
    settings: Arc<Settings>,
    environment: DirectoryEnvironment,
    site: Vec<ManifestSource>,
    types: Arc<ServedTypes>,
    /// The name of the server's certificate and key, with which it decrypts values of Hiera.
    own_identity: Option<String>,
    configuration: Stamps,
    shared: Arc<SharedFiles>,
    /// Compilations share the code of the interpreter, which is opened once.
    ruby: RubyStore,
    database: Option<Arc<dyn NodeDatabase>>,
    read_at: Instant,
}

impl ServedEnvironment {
    /// Reads the configuration and the manifests of an environment. Also returns warnings about its configuration.
    ///
    /// # Errors
    /// Returns an error if the environment does not exist, a file cannot be read, or other users can change its directories.
    pub fn open(settings: &Arc<Settings>, name: &str, types: &Arc<ServedTypes>) -> Result<(Self, Vec<String>)> {
        let (environment, warnings) = DirectoryEnvironment::find(settings, Some(name))?;
        Ok((Self::read(settings, environment, types)?, warnings))
    }

    /// Reads the environment in a directory, which can have any name. Also returns warnings about its configuration.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or other users can change its directories.
    pub fn of_directory(
        settings: &Arc<Settings>,
        directory: &Path,
        types: &Arc<ServedTypes>,
    ) -> Result<(Self, Vec<String>)> {
        let (environment, warnings) = DirectoryEnvironment::of_directory(settings, directory)?;
        Ok((Self::read(settings, environment, types)?, warnings))
    }

    fn read(settings: &Arc<Settings>, environment: DirectoryEnvironment, types: &Arc<ServedTypes>) -> Result<Self> {
        let checker = &settings.checker;
        for directory in environment.directory.iter().chain(&environment.modulepath) {
            checker.check_directory(directory, OwnershipRule::Code)?;
        }
        let shared = Arc::new(SharedFiles::new(environment.modulepath.clone(), Arc::clone(checker)));
        let configuration = Stamps::default();
        environment.configuration_files().iter().for_each(|path| configuration.note(path));
        environment.manifest_directories().iter().for_each(|path| shared.note(path));
        let manifests = environment.manifests(checker)?;
        let site: Vec<ManifestSource> = manifests.into_iter().map(ManifestText::into_source).collect();
        site.iter().for_each(|manifest| shared.note(Path::new(&*manifest.name)));
        let types = Arc::clone(types);
        Ok(Self {
            settings: Arc::clone(settings),
            environment,
            site,
            types,
            own_identity: own_identity(settings),
            configuration,
            shared,
            ruby: settings.ruby(),
            database: None,
            read_at: Instant::now(),
        })
    }

    /// Sets the database for collectors and queries of manifests.
    #[must_use]
    pub fn with_database(self, database: Option<Arc<dyn NodeDatabase>>) -> Self {
        Self { database, ..self }
    }

    /// Returns the configuration of the environment.
    #[must_use]
    pub fn environment(&self) -> &DirectoryEnvironment {
        &self.environment
    }

    /// Returns whether the environment can still be used: nothing that was read has changed, or `timeout`, the setting
    /// `environment_timeout`, has not passed since it was read; `None` means that only [`ServedEnvironment::open`] reads it again.
    /// A pulled environment can be used until another version of it is pulled.
    #[must_use]
    pub fn is_current(&self, timeout: Option<Duration>) -> bool {
        self.has_current_configuration(timeout) && (self.is_within(timeout) || self.shared.is_current())
    }

    /// Returns whether the configuration can still be used, as [`ServedEnvironment::is_current`] does for the whole environment.
    #[must_use]
    pub fn has_current_configuration(&self, timeout: Option<Duration>) -> bool {
        !self.environment.is_replaced() && (self.is_within(timeout) || self.configuration.are_current())
    }

    /// Returns whether the time has not passed since the environment was read.
    fn is_within(&self, timeout: Option<Duration>) -> bool {
        timeout.is_none_or(|timeout| self.read_at.elapsed() < timeout)
    }

    /// Returns the files with manifests of the environment and of its modules, in the order of their paths.
    ///
    /// # Errors
    /// Returns an error if a directory cannot be read, or other users can change it.
    pub fn manifest_files(&self) -> Result<Vec<PathBuf>> {
        let own = self.environment.manifest.iter().filter(|path| path.exists()).cloned();
        let modules = self.environment.modules().into_iter().map(|module| module.join("manifests"));
        let mut files = Vec::new();
        for path in own.chain(modules.filter(|directory| directory.is_dir())) {
            files.extend(input::files_of(&path, &["pp"], &self.settings.checker)?);
        }
        files.sort();
        Ok(files)
    }

    /// Parses a manifest, unless a compilation has done so.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or everyone can change it.
    pub fn parse(&self, file: &Path) -> Result<Arc<ParsedFile>> {
        self.shared.note(file);
        let manifest = input::read(file, &self.settings.checker)?;
        Ok(self.shared.manifests.parse(&manifest.name, &manifest.text, Mode::Manifest))
    }

    /// Compiles the catalog of a node with the facts that it sent, within `time`.
    ///
    /// # Errors
    /// Returns an error if a manifest cannot be parsed or its evaluation fails, or the catalog cannot be represented.
    pub fn compile(
        &self,
        node: &NodeIdentity,
        facts: Value,
        classification: &NodeClassification,
        server: &ServerFacts,
        time: Duration,
    ) -> Result<ServedCatalog, ServedCatalogError> {
        let settings = &*self.settings;
        let mut world = SystemWorld::new(
            &self.environment.name,
            self.site.clone(),
            self.environment.modulepath.clone(),
            Arc::clone(&self.types),
        )
        .with_checker(Arc::clone(&settings.checker))
        .preferring_modules(*settings.module_types)
        .with_ruby(self.ruby.clone())
        .sharing(Arc::clone(&self.shared))
        .until(Instant::now() + time);
        if let Some(root) = &self.environment.directory {
            world = world.with_root(root.clone());
        }
        if let Some(database) = &self.database {
            world = world.with_database(Arc::clone(database));
        }
        let request = self.request(node, facts, classification, server)?;
        let compiled = compiler::compile(&world, &request).map_err(|failure| match world.database_failure() {
            Some(reason) => ServedCatalogError::Database(reason.to_owned()),
            None => self.failed(*failure),
        })?;
        let Compiled { mut catalog, exported, logs, sources } = compiled;
        if let Some(version) = self.environment.version()? {
            catalog.version = version;
        }
        if *settings.storeconfigs {
            check_exported(&exported).map_err(anyhow::Error::from)?;
        }
        let text = |log: &Log| match &log.diagnostic {
            Some(diagnostic) => diagnostic.headline(&sources),
            None => format!("{}: {}", log.source, log.message),
        };
        let messages = logs.iter().map(|log| (log.level, text(log))).collect();
        Ok(ServedCatalog { catalog, exported, messages })
    }

    fn request(
        &self,
        node: &NodeIdentity,
        facts: Value,
        classification: &NodeClassification,
        server: &ServerFacts,
    ) -> Result<CompileRequest> {
        let own = [
            ("serverversion", server.version.as_str()),
            ("servername", server.name.as_str()),
            ("serverip", server.address.as_str()),
        ];
        let server_facts = own.into_iter().chain([("environment", self.environment.name.as_str())]);
        let own = own.map(|(name, value)| (name.to_owned(), Value::from(value)));
        Ok(CompileRequest {
            node: node.name.clone(),
            facts,
            trusted: node.trusted(),
            variables: own.into_iter().chain(classification.0.variables.clone()).collect(),
            server_facts: Value::Hash(server_facts.map(|(name, value)| (name.into(), value.into())).collect()),
            classes: classification.0.classes.clone(),
            shown_settings: shown_settings(&self.settings, &self.environment, &node.name)?,
            settings: compiler_settings(
                &self.settings,
                &self.environment,
                self.own_identity.as_deref(),
                Language::default(),
            ),
            ..CompileRequest::default()
        })
    }

    /// Returns the error of a compilation with Puppet's text.
    fn failed(&self, failure: Failure) -> ServedCatalogError {
        let before = match failure.is_parse {
            true => format!("Could not parse for environment {}: ", self.environment.name),
            false => String::new(),
        };
        let summary = syntax::giving_up(&failure.diagnostics);
        let first = failure.diagnostics.into_iter().find(Diagnostic::is_error);
        let Some(error) = summary.or(first) else { return ServedCatalogError::Manifest(before) };
        let message = format!("{before}{} on node {}", error.headline(&failure.sources), failure.node);
        match error.missing_ruby {
            Some(missing) => ServedCatalogError::MissingRuby { message, missing },
            None => ServedCatalogError::Manifest(message),
        }
    }

    /// Returns a catalog in the form sent to agents, with a new identifier of its compilation.
    ///
    /// # Errors
    /// Returns an error if the catalog cannot be represented.
    pub fn document(&self, catalog: &Catalog, compilation: wire::Compilation) -> Result<ServedDocument> {
        let uuid = report::random_uuid();
        let compilation = wire::Compilation { uuid: Some(uuid.clone()), ..compilation };
        let text = wire::document(catalog, &|name| self.is_native(name), &compilation)?.text()?;
        Ok(ServedDocument { text, uuid, code_id: compilation.code_id })
    }

    /// Returns exported resources in the form of the resources of a catalog.
    ///
    /// # Errors
    /// Returns an error if a resource cannot be represented, or is there twice.
    pub fn exported_documents(&self, exported: &[Resource]) -> Result<Vec<Json>> {
        resource_documents(exported, &|name| self.is_native(name))
    }

    /// Returns whether a type, given in lower case, has a schema. An agent takes a resource of any other type for a container, and
    /// does not apply it.
    fn is_native(&self, name: &str) -> bool {
        self.types.0.contains_key(name) || is_engine_type(name) || self.shared.types.find(name).is_some()
    }

    /// Returns the namevar of a type, given in lower case, whose resources have one name each; `None` for other types.
    #[must_use]
    pub fn namevar(&self, type_name: &str) -> Option<String> {
        namevar(self.types.schema(type_name)?.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use crate::settings::texts::SettingSources;

    use super::*;

    /// Writes a manifest, waits until its version is certain, and returns the environment.
    fn environment(root: &Path, manifest: &str) -> ServedEnvironment {
        let manifests = root.join("environments/production/manifests");
        fs::create_dir_all(&manifests).unwrap();
        fs::write(manifests.join("site.pp"), manifest).unwrap();
        thread::sleep(Duration::from_millis(100));
        let text = |name: &str| root.join(name).display().to_string();
        let flags = [("confdir", text("conf")), ("vardir", text("var")), ("codedir", root.display().to_string())];
        let flags = flags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let sources = SettingSources { flags, ..SettingSources::default() };
        let (mut settings, _) = Settings::from_sources(sources, "server", None).unwrap();
        settings.checker = Arc::new(ownership::Checker::new(false));
        let types = Arc::new(ServedTypes(BTreeMap::new()));
        ServedEnvironment::open(&Arc::new(settings), "production", &types).unwrap().0
    }

    fn compile(environment: &ServedEnvironment, node: &str, time: Duration) -> Result<String> {
        Ok(document(environment, node, time)?["tags"].to_string())
    }

    fn document(environment: &ServedEnvironment, node: &str, time: Duration) -> Result<serde_json::Value> {
        let node = NodeIdentity { name: node.to_owned(), extensions: vec![("pp_role".to_owned(), "web".to_owned())] };
        let server = ServerFacts { version: "7.23.0".into(), name: "puppet".into(), address: "::1".into() };
        let facts = Value::Hash(vec![("kernel".into(), "Linux".into())]);
        let compiled = environment.compile(&node, facts, &NodeClassification::default(), &server, time)?;
        let document = environment.document(&compiled.catalog, wire::Compilation::default())?;
        Ok(serde_json::from_str(&document.text)?)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn threads_compile_for_their_nodes() {
        let directory = tempfile::tempdir().unwrap();
        let manifest = "tag(\"${trusted['hostname']}-${trusted['extensions']['pp_role']}-${facts['kernel']}\")\n\
                        class a { }\ninclude a\n";
        let environment = environment(directory.path(), manifest);
        thread::scope(|scope| {
            for number in 0..4 {
                let environment = &environment;
                scope.spawn(move || {
                    let tags = compile(environment, &format!("n{number}.example.com"), LONG).unwrap();
                    assert!(tags.contains("\"a\""), "{tags}");
                });
            }
        });
    }

    #[test]
    fn configuration_is_current_while_manifests_change() {
        let directory = tempfile::tempdir().unwrap();
        let environment = environment(directory.path(), "notify { 'a': }\n");
        let (at_once, unlimited) = (Some(Duration::ZERO), None);
        let current = |timeout| (environment.is_current(timeout), environment.has_current_configuration(timeout));
        assert_eq!(current(at_once), (true, true));
        let own = directory.path().join("environments/production");
        fs::write(own.join("manifests/site.pp"), "notify { 'b': }\n").unwrap();
        assert_eq!(current(at_once), (false, true));
        fs::write(own.join("environment.conf"), "manifest = other\n").unwrap();
        assert_eq!(current(at_once), (false, false));
        assert_eq!(current(unlimited), (true, true));
    }

    #[test]
    fn document_types_of_modules_in_ruby_are_resource_types() {
        let directory = tempfile::tempdir().unwrap();
        let types = directory.path().join("environments/production/modules/m/lib/puppet/type");
        fs::create_dir_all(&types).unwrap();
        let declaration = "Puppet::Type.newtype(:thing) do\n  newparam(:name, :namevar => true) do\n  end\nend\n";
        fs::write(types.join("thing.rb"), declaration).unwrap();
        let environment = environment(directory.path(), "define d { thing { $title: } }\nd { 'x': }\n");
        let document = document(&environment, "n.example.com", LONG).unwrap();
        let kind = |name: &str| {
            let resources = document["resources"].as_array().unwrap();
            resources.iter().find(|one| one["type"] == name).unwrap()["kind"].clone()
        };
        assert_eq!((kind("Thing"), kind("D")), ("compilable_type".into(), "defined_type".into()));
    }

    #[test]
    fn content_of_a_document_depends_on_its_resources_and_relationships() {
        let directory = tempfile::tempdir().unwrap();
        let manifest = "notify { ['a', 'b']: }\ncase $facts['kernel'] {\n  'Linux': { notify { 'c': } }\n\
                        'Darwin': { Notify['a'] -> Notify['b'] }\n  default: { }\n}\n";
        let environment = environment(directory.path(), manifest);
        let node = NodeIdentity { name: "n.example.com".to_owned(), extensions: Vec::new() };
        let server = ServerFacts { version: "7.23.0".into(), name: "puppet".into(), address: "::1".into() };
        let catalog = |kernel: &str| {
            let facts = Value::Hash(vec![("kernel".into(), kernel.into())]);
            environment.compile(&node, facts, &NodeClassification::default(), &server, LONG).unwrap().catalog
        };
        let document = |catalog: &Catalog, code_id: &str| {
            let compilation = wire::Compilation { code_id: Some(code_id.to_owned()), ..wire::Compilation::default() };
            environment.document(catalog, compilation).unwrap()
        };
        let first = document(&catalog("Linux"), "1");
        let mut again = catalog("Linux");
        again.version = "another".to_owned();
        let again = document(&again, "2");
        assert_ne!(first.text, again.text);
        assert_eq!(first.content(), again.content());
        let none = document(&catalog("none"), "1");
        assert_ne!(none.content(), first.content(), "another resource");
        assert_ne!(none.content(), document(&catalog("Darwin"), "1").content(), "another relationship");
    }

    #[test]
    fn environment_is_current_until_a_file_changes() {
        let directory = tempfile::tempdir().unwrap();
        let first = environment(directory.path(), "class a { }\ninclude a\n");
        compile(&first, "n.example.com", LONG).unwrap();
        assert!(first.is_current(Some(Duration::ZERO)));
        fs::write(directory.path().join("environments/production/manifests/more.pp"), "").unwrap();
        assert!(!first.is_current(Some(Duration::ZERO)));
        assert!(first.is_current(Some(LONG)) && first.is_current(None), "environment_timeout");
    }

    #[test]
    fn compilation_that_takes_too_long_fails() {
        let directory = tempfile::tempdir().unwrap();
        let environment = environment(directory.path(), "range(1, 1000).each |$x| { range(1, 1000).each |$y| { } }\n");
        let error = compile(&environment, "n.example.com", Duration::from_millis(1)).unwrap_err().to_string();
        assert!(error.starts_with("The compilation takes too long") || error.contains("takes too long"), "{error}");
        assert!(error.ends_with("on node n.example.com"), "{error}");
    }
}
