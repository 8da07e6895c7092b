//! The compiler's view of the system: manifests, modules on the module path, type schemas, and the programs
//! run by `generate()`.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use catalog::Value;
use catalog::schema::{TitlePattern, TypeSchema};
use fleet::{DatabaseError, NodeDatabase};
use launcher::{Launch, StreamMode};
use ownership::{CheckError, Checker, OwnershipRule};
use ruby::glob;
use ruby::interpreter::RubyInterpreter;
use runtime::{ComponentLoader, ComponentRegistry, SourceError, SourceUrl};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use syntax::ParsedFiles;
use value::{
    DirectoryEntry, FileLocation, GlobBase, ManifestSource, QueryError, ReadError, RunError, SourceText, World,
};

use crate::input::not_utf8;
use crate::node::Node;
use crate::ruby::{RubyHost, RubyStore, title_patterns};
use crate::ruby_types::{RubyType, RubyTypes};
use crate::settings;
use crate::shared_files::SharedFiles;
use crate::{allocator, shims};

/// The resource types available to manifests.
pub trait TypeSchemas {
    /// Returns the schema of a type.
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>>;

    /// Returns the names of all types.
    fn names(&self) -> Vec<String>;

    /// Returns the reason why types of a rejected component are missing.
    fn fault(&self, _depth: VerifyScope) -> Option<String> {
        None
    }
}

/// The set of components to verify.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerifyScope {
    /// The components of types that were used.
    Used,
    /// All components, since a rejected one may be the reason why a type is missing.
    All,
}

impl TypeSchemas for Rc<ComponentRegistry> {
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        ComponentRegistry::schema(self, type_name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.type_names().map(str::to_owned).collect()
    }

    fn fault(&self, depth: VerifyScope) -> Option<String> {
        if depth == VerifyScope::All {
            self.packages().for_each(drop);
        }
        ComponentRegistry::fault(self).map(ToString::to_string)
    }
}

impl TypeSchemas for BTreeMap<String, Arc<TypeSchema>> {
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        self.get(type_name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

/// Verifies the providers of types, like [`SystemWorld::ensure_providers_verified`].
///
/// # Errors
/// Returns an error if a type is missing because its component was rejected.
pub fn verify_types(types: &dyn TypeSchemas, depth: VerifyScope) -> anyhow::Result<()> {
    types.fault(depth).map_or(Ok(()), |fault| Err(anyhow::anyhow!(fault)))
}

/// The compiler's view of an environment in directories.
pub struct SystemWorld {
    node: Option<Rc<Node>>,
    name: String,
    root: Option<PathBuf>,
    /// The site manifests; `None` after `drop_site`.
    site: Option<Vec<ManifestSource>>,
    modulepath: Vec<PathBuf>,
    /// The directories of modules that were found.
    modules: RefCell<FxHashMap<String, PathBuf>>,
    types: Box<dyn TypeSchemas>,
    loader: Option<ComponentLoader>,
    ruby_types: Arc<RubyTypes>,
    /// What other compilations of the environment use too.
    shared: Option<Arc<SharedFiles>>,
    /// Whether declarations in modules take precedence over built-in types.
    prefers_modules: bool,
    /// Built-in types with the attributes of a module's declaration.
    overridden: RefCell<BTreeMap<String, Arc<TypeSchema>>>,
    /// Declarations in modules with title patterns that Ruby code computes.
    computed_schemas: RefCell<BTreeMap<String, Arc<TypeSchema>>>,
    database: Option<Arc<dyn NodeDatabase>>,
    /// Why the database did not answer a query.
    database_failure: OnceCell<String>,
    /// When a compilation fails because it takes too long.
    deadline: Option<Instant>,
    checker: Arc<Checker>,
    /// The store of the Ruby interpreter.
    ruby_store: Option<RubyStore>,
    /// The interpreter; `None` if none is installed.
    ruby: OnceCell<Option<RubyHost>>,
}

impl SystemWorld {
    /// Returns the view of an environment with manifests, a module path and types.
    #[must_use]
    pub fn new(
        name: &str,
        site: Vec<ManifestSource>,
        modulepath: Vec<PathBuf>,
        types: impl TypeSchemas + 'static,
    ) -> Self {
        let (types, checker) = (Box::new(types), Arc::<Checker>::default());
        Self {
            node: None,
            name: name.to_owned(),
            root: None,
            site: Some(site),
            ruby_types: Arc::new(RubyTypes::new(modulepath.clone(), Arc::clone(&checker))),
            shared: None,
            modulepath,
            modules: RefCell::default(),
            types,
            loader: None,
            prefers_modules: true,
            overridden: RefCell::default(),
            computed_schemas: RefCell::default(),
            database: None,
            database_failure: OnceCell::new(),
            deadline: None,
            checker,
            ruby_store: None,
            ruby: OnceCell::new(),
        }
    }

    /// Sets the loader of the components of types that are used.
    #[must_use]
    pub fn loading(self, loader: ComponentLoader) -> Self {
        Self { loader: Some(loader), ..self }
    }

    /// Drops the site manifests. Compiling them is an error afterwards.
    pub(crate) fn drop_site(&mut self) {
        self.site = None;
    }

    /// Sets the directory of the environment, with its `hiera.yaml`, data, functions and types.
    #[must_use]
    pub fn with_root(self, root: PathBuf) -> Self {
        Self { root: Some(root), ..self }
    }

    /// Sets the ownership check of files; the default is strict.
    pub fn with_checker(self, checker: Arc<Checker>) -> Self {
        let ruby_types = Arc::new(RubyTypes::new(self.modulepath.clone(), Arc::clone(&checker)));
        Self { checker, ruby_types, ..self }
    }

    /// Shares files with other compilations. They must have been created for the same module path.
    #[must_use]
    pub fn sharing(self, shared: Arc<SharedFiles>) -> Self {
        Self { ruby_types: Arc::clone(&shared.types), shared: Some(shared), ..self }
    }

    /// Sets whether declarations of types in modules take precedence over built-in types; the default is true.
    #[must_use]
    pub fn preferring_modules(self, prefers_modules: bool) -> Self {
        Self { prefers_modules, ..self }
    }

    /// Sets the store of the Ruby interpreter, which runs functions that modules implement in Ruby.
    #[must_use]
    pub fn with_ruby(self, store: RubyStore) -> Self {
        Self { ruby_store: Some(store), ..self }
    }

    /// Sets a node, whose facts are available in addition to those of a request.
    pub fn of_node(self, node: Rc<Node>) -> Self {
        Self { node: Some(node), ..self }
    }

    /// Sets the database of nodes, for collectors of exported resources and queries.
    #[must_use]
    pub fn with_database(self, database: Arc<dyn NodeDatabase>) -> Self {
        Self { database: Some(database), ..self }
    }

    /// Returns why the database did not answer a query.
    pub(crate) fn database_failure(&self) -> Option<&str> {
        self.database_failure.get().map(String::as_str)
    }

    /// Sets the time after which a compilation fails.
    #[must_use]
    pub fn until(self, deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..self }
    }

    /// Checks that no type is missing because its component was rejected.
    ///
    /// # Errors
    /// Returns an error if a type is missing; the message contains the reason.
    pub fn ensure_providers_verified(&self, depth: VerifyScope) -> anyhow::Result<()> {
        verify_types(&*self.types, depth)
    }

    /// Returns the declaration of a type that a module defines in Ruby, without patterns of titles that Ruby code computes.
    pub fn declared(&self, type_name: &str) -> Option<RubyType> {
        self.ruby_types.find(type_name)
    }

    /// Returns the declaration of a type that a module defines in Ruby. The file is executed only if the interpreter is
    /// installed and Ruby code computes the patterns of titles.
    pub fn declared_with_titles(&self, type_name: &str) -> Option<RubyType> {
        let declared = self.declared(type_name)?;
        let schema = &declared.schema;
        if !schema.title_patterns.is_empty() || schema.namevars().count() < 2 {
            return Some(declared);
        }
        let mut computed = self.computed_schemas.borrow_mut();
        let schema = computed.entry(type_name.to_owned()).or_insert_with(|| {
            let facts = |name: &str| self.node.as_ref()?.fact(name);
            let patterns = self.ruby_host().and_then(|host| title_patterns(host, &declared.file, schema, &facts));
            let title_patterns = patterns.unwrap_or_default();
            Arc::new(TypeSchema { title_patterns, ..TypeSchema::clone(schema) })
        });
        let schema = Arc::clone(schema);
        Some(RubyType { schema, ..declared })
    }

    /// Returns the installed interpreter.
    fn ruby_host(&self) -> Option<&RubyHost> {
        let host = self.ruby.get_or_init(|| {
            let store = self.ruby_store.as_ref()?;
            // A store that cannot be read is reported when the interpreter starts.
            let is_installed = store.installed().map_or(true, |installed| installed.is_some());
            is_installed.then(|| RubyHost::new(store.clone(), self.root.as_deref(), &self.modulepath))
        });
        host.as_ref()
    }

    /// Returns the file of a provider that a module has in Ruby.
    pub(crate) fn ruby_provider(&self, type_name: &str, name: &str) -> Option<PathBuf> {
        self.ruby_types.provider(type_name, name)
    }

    /// Returns the declaration in a module that takes precedence over a built-in type.
    pub fn overriding(&self, type_name: &str) -> Option<RubyType> {
        if self.prefers_modules { self.declared_with_titles(type_name) } else { None }
    }

    /// Returns the replacement of a function that a module defines in Ruby.
    fn shim(&self, place: FileLocation<'_>, path: &str) -> Option<SourceText> {
        let FileLocation::Module(module) = place else { return None };
        let (name, text) = shims::of(module, path)?;
        let in_ruby = shims::in_ruby(name);
        let is_there = in_ruby.iter().any(|file| self.in_modules(file).is_some());
        // Only shown as the position of an error.
        let name = format!("marotte/functions/{name}.pp");
        is_there.then(|| SourceText { name, text: text.to_owned() })
    }

    fn module(&self, name: &str) -> Option<PathBuf> {
        let find = || module_of(&self.modulepath, name);
        if let Some(shared) = &self.shared {
            return shared.module(name, find);
        }
        if let Some(known) = self.modules.borrow().get(name) {
            return Some(known.clone());
        }
        let found = find()?;
        self.modules.borrow_mut().insert(name.to_owned(), found.clone());
        Some(found)
    }

    /// Returns the path of a file, whether or not it exists.
    fn path(&self, place: FileLocation<'_>, path: &str) -> Option<PathBuf> {
        let directory = match place {
            FileLocation::Environment => self.root.clone()?,
            FileLocation::Module(module) => self.module(module)?,
            FileLocation::AnyModule => {
                return match &self.shared {
                    Some(shared) => shared.in_modules(path, || self.in_modules(path)),
                    None => self.in_modules(path),
                };
            }
            FileLocation::Anywhere => PathBuf::from("/"),
        };
        Some(if path.is_empty() { directory } else { directory.join(path) })
    }

    /// Returns the content of a file. Those of modules and of the environment are shared, others may change at any time.
    fn content(&self, file: &Path, place: FileLocation<'_>) -> Result<Option<Vec<u8>>, ReadError> {
        let read = || read_bytes(file, place, &self.checker);
        match self.shared_at(place) {
            Some(shared) => shared.content(file, read),
            None => read(),
        }
    }

    /// Reads a text file; `None` if it does not exist.
    fn text_of(&self, file: &Path, place: FileLocation<'_>) -> Result<Option<SourceText>, ReadError> {
        let name = file.display().to_string();
        let Some(bytes) = self.content(file, place)? else { return Ok(None) };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(SourceText { name, text })),
            Err(error) => {
                let reason = format!("it {}", not_utf8(error.as_bytes(), error.utf8_error().valid_up_to()));
                Err(ReadError { path: name, reason })
            }
        }
    }

    /// Returns the shared files if they contain those at a location.
    fn shared_at(&self, place: FileLocation<'_>) -> Option<&SharedFiles> {
        self.shared.as_deref().filter(|_| !matches!(place, FileLocation::Anywhere))
    }

    /// Returns the file of the first module that contains it.
    fn in_modules(&self, path: &str) -> Option<PathBuf> {
        let directories = self.modulepath.iter().filter_map(|directory| fs::read_dir(directory).ok());
        for entries in directories {
            let mut modules: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            modules.sort();
            let exists = |file: &PathBuf| {
                if let Some(shared) = &self.shared {
                    shared.note_parent(file);
                }
                file.exists()
            };
            if let Some(found) = modules.into_iter().map(|module| module.join(path)).find(exists) {
                return Some(found);
            }
        }
        None
    }
}

impl fmt::Debug for SystemWorld {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SystemWorld").field("name", &self.name).field("modulepath", &self.modulepath).finish()
    }
}

/// Finds a module: the first directory with this name on the module path.
pub(crate) fn module_of(modulepath: &[PathBuf], name: &str) -> Option<PathBuf> {
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    modulepath.iter().map(|directory| directory.join(name)).find(|directory| is_plain && directory.is_dir())
}

/// Finds the file of a source, which is always within the directory `files` of a module. Without a server, other mounts and other
/// hosts are errors.
pub(crate) fn module_source(modulepath: &[PathBuf], url: &SourceUrl) -> Result<Option<PathBuf>, SourceError> {
    let unsupported = |reason: &str| Err(SourceError::Unsupported(reason.to_owned()));
    if url.host.is_some() {
        return unsupported("a source on another host needs 'marotte agent'");
    }
    if url.mount != "modules" {
        return unsupported("the only mount is 'modules'");
    }
    let (module, path) = url.path.split_once('/').unwrap_or((&url.path, ""));
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let directory = if is_inside { module_of(modulepath, module) } else { None };
    if directory.is_none() && is_inside {
        let directories: Vec<String> =
            modulepath.iter().map(|directory| format!("'{}'", directory.display())).collect();
        return Err(SourceError::Missing(format!("there is no module '{module}' in {}", directories.join(", "))));
    }
    Ok(directory.map(|directory| directory.join("files").join(path)))
}

/// Finds the files that match globs, which are relative to the directory unless absolute, ordered by path. An
/// unreadable directory is treated as empty.
fn matching(directory: &Path, patterns: &[String]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for pattern in patterns {
        let mut paths = vec![if pattern.starts_with('/') { PathBuf::from("/") } else { directory.to_path_buf() }];
        for part in pattern.split('/').filter(|part| !matches!(*part, "" | ".")) {
            paths = match part {
                "**" => {
                    paths.into_iter().flat_map(with_directories_below).collect::<BTreeSet<_>>().into_iter().collect()
                }
                part if glob::is_pattern(part) => paths
                    .iter()
                    .flat_map(|directory| names(directory))
                    .filter(|path| path.file_name().is_some_and(|name| glob::matches(part, &name.to_string_lossy())))
                    .collect(),
                part => paths.into_iter().map(|path| path.join(part)).collect(),
            };
        }
        found.extend(paths.into_iter().filter(|path| path.is_file()));
    }
    found.sort();
    found.dedup();
    found
}

/// Returns a directory and the directories below it, without hidden ones; symbolic links are not followed.
pub(crate) fn with_directories_below(directory: PathBuf) -> Vec<PathBuf> {
    let mut found = vec![directory];
    let mut next = 0;
    while let Some(directory) = found.get(next) {
        let inner = names(directory).into_iter().filter(|path| path.is_dir() && !path.is_symlink());
        found.extend(inner.filter(|path| path.file_name().is_some_and(|n| glob::matches("*", &n.to_string_lossy()))));
        next += 1;
    }
    found
}

/// Returns the entries of a directory.
fn names(directory: &Path) -> Vec<PathBuf> {
    let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let entries = fs::read_dir(here).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| directory.join(entry.file_name())).collect()
}

/// Reads a file; `None` if it does not exist. Files at fixed locations were found by searching, not named by a manifest.
fn read_bytes(file: &Path, place: FileLocation<'_>, checker: &Checker) -> Result<Option<Vec<u8>>, ReadError> {
    let failed = |reason: String| ReadError { path: file.display().to_string(), reason };
    let opened = match place {
        FileLocation::Anywhere => checker.open(file, OwnershipRule::Code),
        FileLocation::Environment | FileLocation::Module(_) | FileLocation::AnyModule => checker.open_listed(file),
    };
    let opened = match opened {
        Err(missing) if missing.is_missing() => return Ok(None),
        Err(CheckError::Io { source, .. }) => Err(failed(source.to_string())),
        opened => opened.map_err(|error| failed(error.to_string())),
    };
    let mut bytes = Vec::new();
    opened?.read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
    Ok(Some(bytes))
}

impl World for SystemWorld {
    fn name(&self) -> &str {
        &self.name
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
        self.site.clone().ok_or_else(|| ReadError {
            path: "the site manifests".to_owned(),
            reason: "they are no longer in memory".to_owned(),
        })
    }

    fn text(&self, place: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError> {
        let own = self.path(place, path).map_or(Ok(None), |file| self.text_of(&file, place))?;
        Ok(own.or_else(|| self.shim(place, path)))
    }

    fn parsed_files(&self) -> Option<&ParsedFiles> {
        self.shared.as_ref().map(|shared| &shared.manifests)
    }

    fn imported(&self, base: GlobBase<'_>, pattern: &str) -> Result<Vec<ManifestSource>, ReadError> {
        let directory = match base {
            GlobBase::Beside(file) => Path::new(file).parent().map(Path::to_path_buf).unwrap_or_default(),
            GlobBase::Manifests(module) => match self.module(module) {
                Some(directory) => directory.join("manifests"),
                None => return Ok(Vec::new()),
            },
        };
        let Some(patterns) = glob::alternatives(pattern) else {
            return Err(ReadError {
                path: pattern.to_owned(),
                reason: "its braces expand to too many paths".to_owned(),
            });
        };
        matching(&directory, &patterns)
            .iter()
            .filter_map(|file| self.text_of(file, FileLocation::AnyModule).transpose())
            .map(|text| text.map(ManifestSource::from))
            .collect()
    }

    fn bytes(&self, place: FileLocation<'_>, path: &str) -> Result<Option<Vec<u8>>, ReadError> {
        self.path(place, path).map_or(Ok(None), |file| self.content(&file, place))
    }

    fn modulepath(&self) -> Vec<String> {
        self.modulepath.iter().map(|directory| directory.display().to_string()).collect()
    }

    fn find(&self, place: FileLocation<'_>, path: &str) -> Option<String> {
        let file = self.path(place, path)?;
        let exists = match self.shared_at(place) {
            Some(shared) => shared.exists(&file),
            None => file.exists(),
        };
        exists.then(|| file.display().to_string())
    }

    fn run(&self, command: &[String]) -> Result<String, RunError> {
        output(command)
    }

    fn is_time_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn memory(&self) -> usize {
        allocator::allocated_bytes()
    }

    fn entries(&self, directory: &str) -> Vec<DirectoryEntry> {
        let Ok(found) = fs::read_dir(directory) else { return Vec::new() };
        let entry = |found: fs::DirEntry| DirectoryEntry {
            name: found.file_name().to_string_lossy().into_owned(),
            is_directory: settings::is_directory(&found),
            is_link: found.file_type().is_ok_and(|kind| kind.is_symlink()),
        };
        let mut entries: Vec<DirectoryEntry> = found.flatten().map(entry).collect();
        entries.sort();
        entries
    }

    fn now(&self) -> i128 {
        let elapsed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        elapsed.map_or(0, |elapsed| i128::try_from(elapsed.as_nanos()).unwrap_or(i128::MAX))
    }

    fn has_module(&self, name: &str) -> bool {
        self.module(name).is_some()
    }

    fn modules(&self) -> Vec<String> {
        let directories = self.modulepath.iter().flat_map(|directory| settings::directories_in(directory));
        directories.filter_map(|module| Some(module.file_name()?.to_str()?.to_owned())).collect()
    }

    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        if let Some(known) = self.overridden.borrow().get(type_name) {
            return Some(Arc::clone(known));
        }
        let Some(native) = self.types.schema(type_name) else {
            return self.declared(type_name).map(|declared| declared.schema);
        };
        if let Some(loader) = &self.loader {
            loader.load(type_name);
        }
        let Some(declared) = self.overriding(type_name) else { return Some(native) };
        let schema = Arc::new(declared.over(&native));
        self.overridden.borrow_mut().insert(type_name.to_owned(), Arc::clone(&schema));
        Some(schema)
    }

    fn title_patterns(&self, type_name: &str) -> Option<Vec<TitlePattern>> {
        if self.types.schema(type_name).is_some() {
            return None;
        }
        Some(self.declared_with_titles(type_name)?.schema.title_patterns.clone())
    }

    fn unread_declaration(&self, type_name: &str) -> Option<String> {
        let declared = self.declared(type_name).filter(|declared| !declared.unread.is_empty())?;
        Some(format!("{}, {}", declared.file.display(), declared.unread_places()))
    }

    fn has_database(&self) -> bool {
        self.database.is_some()
    }

    fn query(&self, query: &str) -> Result<Vec<Json>, QueryError> {
        let Some(database) = &self.database else { return Ok(Vec::new()) };
        database.query(query).map_err(|error| match error {
            DatabaseError::Invalid(reason) => QueryError::Invalid(reason),
            DatabaseError::Unavailable(reason) | DatabaseError::Failed(reason) => {
                QueryError::Unavailable(self.database_failure.get_or_init(|| reason).clone())
            }
        })
    }

    fn type_names(&self) -> Vec<String> {
        self.types.names()
    }

    fn fact(&self, name: &str) -> Option<Value> {
        self.node.as_ref()?.use_fact(name)
    }

    fn ruby(&self) -> Option<&dyn RubyInterpreter> {
        self.ruby_host().map(|host| host as &dyn RubyInterpreter)
    }

    fn ruby_fact(&self, name: &str) -> Option<String> {
        let file = self.node.as_ref()?.ruby_fact(name)?;
        Some(file.display().to_string())
    }

    fn facts(&self) -> Vec<(String, Value)> {
        self.node.as_ref().map(|node| node.collected_facts()).unwrap_or_default()
    }
}

/// Runs a program and returns its output including standard error. The first word is its absolute path.
///
/// # Errors
/// Returns an error if the program cannot be run, or its exit status is not 0.
fn output(command: &[String]) -> Result<String, RunError> {
    let (program, arguments) = command.split_first().ok_or(RunError::NoProgram)?;
    let command = command.join(" ");
    match combined(program, arguments) {
        Ok((0, output)) => Ok(output),
        Ok((status, output)) => Err(RunError::Failed { command, status, output: output.trim().to_owned() }),
        Err(error) => Err(RunError::NotStarted { command, reason: error.to_string().trim().to_owned() }),
    }
}

/// Runs a program with standard output and error in one pipe, which preserves the order of lines. Returns the
/// exit status and the output.
fn combined(program: &str, arguments: &[String]) -> io::Result<(i32, String)> {
    let mut launch = Launch {
        errors: StreamMode::Merged,
        directory: Path::new(program).parent().map(Path::to_path_buf),
        limit: usize::MAX,
        ..Launch::inheriting(program, arguments)
    };
    launch.environment.retain(|(name, _)| !HIDDEN.iter().any(|hidden| name == *hidden));
    for name in ["LANG", "LC_ALL"] {
        launcher::set_variable(&mut launch.environment, name, "C");
    }
    let output = launch.run()?;
    Ok((output.status, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Environment variables removed for programs, as in Puppet: the user, and locale settings.
const HIDDEN: &[&str] = &[
    "HOME",
    "USER",
    "LOGNAME",
    "LANGUAGE",
    "LC_ADDRESS",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_IDENTIFICATION",
    "LC_MEASUREMENT",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NAME",
    "LC_NUMERIC",
    "LC_PAPER",
    "LC_TELEPHONE",
    "LC_TIME",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_as_in_ruby() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["a.pp", "b.pp", "c.txt", ".d.pp", "nodes/x1.pp", "nodes/y.pp", "nodes/deep/z.pp"] {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = |pattern: &str| -> Vec<String> {
            let found = matching(directory.path(), &glob::alternatives(pattern).unwrap());
            found.iter().map(|path| path.strip_prefix(directory.path()).unwrap().display().to_string()).collect()
        };
        assert_eq!(found("*.pp"), ["a.pp", "b.pp"]);
        assert_eq!(found("nodes/*.pp"), ["nodes/x1.pp", "nodes/y.pp"]);
        assert_eq!(found("./**/*.pp"), ["a.pp", "b.pp", "nodes/deep/z.pp", "nodes/x1.pp", "nodes/y.pp"]);
        assert_eq!(found("{b,nodes/{y,x1}}.pp"), ["b.pp", "nodes/x1.pp", "nodes/y.pp"]);
        assert_eq!(found(&format!("{}/[a-c].*", directory.path().display())), ["a.pp", "b.pp", "c.txt"]);
        assert_eq!(found("nodes"), [""; 0]);
    }

    #[test]
    fn module_file_url_cannot_leave_the_module() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("m/files")).unwrap();
        let path = [directory.path().to_path_buf()];
        let url = |mount: &str, file: &str| SourceUrl { host: None, mount: mount.into(), path: file.into() };
        assert_eq!(module_source(&path, &url("modules", "m/a/b")), Ok(Some(directory.path().join("m/files/a/b"))));
        assert_eq!(module_source(&path, &url("modules", "m/../secret")), Ok(None));
        assert!(matches!(module_source(&path, &url("modules", "../x")), Err(SourceError::Missing(_))));
        let missing = format!("there is no module 'other' in '{}'", directory.path().display());
        assert_eq!(module_source(&path, &url("modules", "other/a")), Err(SourceError::Missing(missing)));
        assert!(module_source(&path, &url("files", "x")).is_err());
        assert!(module_source(&path, &SourceUrl { host: Some("h".into()), ..url("modules", "m/a") }).is_err());
    }

    #[test]
    fn program_output_is_returned() {
        let run = |words: &[&str]| output(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(run(&["/bin/echo", "a", "b"]), Ok("a b\n".to_owned()));
        assert_eq!(run(&["/bin/sh", "-c", "pwd; echo e >&2"]).map(|text| text.ends_with("e\n")), Ok(true));
        assert_eq!(
            run(&["/bin/sh", "-c", "echo x; exit 3"]),
            Err(RunError::Failed {
                command: "/bin/sh -c echo x; exit 3".to_owned(),
                status: 3,
                output: "x".to_owned(),
            })
        );
        let missing = run(&["/no/such/program"]).unwrap_err().to_string();
        assert!(missing.contains("returned 1: Could not execute posix command: "), "{missing}");
    }
}
