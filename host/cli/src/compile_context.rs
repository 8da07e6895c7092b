//! Context of a compilation: settings, node, classification, environment and manifests.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use catalog::Value;
use compiler::ReadError;
use ownership::{Checker, OwnershipRule};
use runtime::Runtime;

use crate::args::{Common, Compile};
use crate::classifier::{self, Classification};
use crate::console::{Console, Level};
use crate::environment::DirectoryEnvironment;
use crate::export_store::ExportStore;
use crate::input::{self, ManifestText};
use crate::node::Node;
use crate::settings::table::SettingKind;
use crate::settings::{Settings, split};
use crate::world::SystemWorld;

/// Everything that surrounds a compilation.
pub(crate) struct CompileContext {
    /// The settings.
    pub(crate) settings: Settings,
    /// The language of the manifests.
    pub(crate) language: compiler::Language,
    /// The node.
    pub(crate) node: Rc<Node>,
    /// What a classifier says of it.
    pub(crate) classified: Classification,
    /// Its environment.
    pub(crate) environment: DirectoryEnvironment,
    /// The store of exported resources, if the settings want one.
    pub(crate) store: Option<Rc<ExportStore>>,
}

/// The manifests of a run.
#[derive(Default)]
pub(crate) struct ManifestSet {
    /// Their texts.
    pub(crate) inputs: Vec<ManifestText>,
    /// Whether the manifests come from the environment.
    pub(crate) is_own: bool,
}

/// Returns the settings and the module path of a verb that compiles nothing.
///
/// # Errors
/// A file of settings can't be read, or there is no such environment.
pub(crate) fn modulepath(common: &Common, console: &mut Console) -> Result<(Settings, Vec<PathBuf>)> {
    environment(common, console).map(|(settings, environment)| (settings, environment.modulepath))
}

/// Returns the settings and the environment of a verb that compiles nothing.
///
/// # Errors
/// A file of settings can't be read, or there is no such environment.
pub(crate) fn environment(common: &Common, console: &mut Console) -> Result<(Settings, DirectoryEnvironment)> {
    let settings = Settings::of(common, None, "user", console)?;
    let (environment, warnings) = DirectoryEnvironment::find(&settings, None)?;
    for warning in &warnings {
        console.log(Level::Warning, "", warning);
    }
    Ok((settings, environment))
}

/// Opens the store of exported resources. Other users must not be able to change the file or its directory, since its resources
/// are applied.
fn open_store(path: &Path, checker: &Checker) -> Result<ExportStore> {
    match checker.check_path(path, OwnershipRule::Trusted) {
        Err(error) if error.is_missing() => {
            checker.check_directory(path.parent().unwrap_or(path), OwnershipRule::Trusted)?
        }
        checked => checked?,
    }
    Ok(ExportStore::open(path)?)
}

impl CompileContext {
    /// Determines the context of a compilation for the node of the flags, or for one with another name, and logs warnings about
    /// the environment's configuration.
    ///
    /// # Errors
    /// A file of facts can't be read, the classifier fails, there is no such environment, or the store of exported resources
    /// can't be opened.
    pub(crate) fn of(flags: &Compile, settings: Settings, name: Option<&str>, console: &mut Console) -> Result<Self> {
        let mut node = Node::of(flags, &settings)?;
        let certname = settings.certname.value.clone();
        if let Some(name) = name.or(Some(certname.as_str()).filter(|name| !name.is_empty())) {
            node = node.named(name.to_owned());
        }
        let classified = classifier::classify(&settings, || node.name())?;
        let (environment, warnings) = DirectoryEnvironment::find(&settings, classified.environment.as_deref())?;
        for warning in &warnings {
            console.log(Level::Warning, "", warning);
        }
        let checker = &settings.checker;
        for directory in environment.directory.iter().chain(&environment.modulepath) {
            checker.check_directory(directory, OwnershipRule::Code)?;
        }
        let store = match *settings.storeconfigs {
            true => Some(Rc::new(open_store(&settings.dblocation, checker)?)),
            false => None,
        };
        let node = Rc::new(node.with_modules(environment.modulepath.clone()));
        Ok(Self { settings, language: flags.language.setting(), node, classified, environment, store })
    }

    /// Reads the manifests: code from the command line, a file or directory, standard input if requested, and otherwise or if
    /// that is empty the manifests of the environment.
    ///
    /// # Errors
    /// It is not there or can't be read.
    pub(crate) fn site(&self, file: Option<&Path>, code: Option<&str>, reads_stdin: bool) -> Result<ManifestSet> {
        let other = |inputs| ManifestSet { inputs, is_own: false };
        if let Some(code) = code {
            return Ok(other(vec![ManifestText { name: String::new(), text: code.to_owned() }]));
        }
        if let Some(path) = file {
            if !path.exists() {
                return Err(anyhow!("Could not run: Could not find file {}", path.display()));
            }
            let path = crate::settings::absolute(path);
            let checker = &self.settings.checker;
            let files = input::files_of(&path, &["pp"], checker)?;
            return Ok(other(files.iter().map(|file| input::read(file, checker)).collect::<Result<_>>()?));
        }
        if reads_stdin {
            let input = input::read_stdin()?;
            if !input.text.is_empty() {
                return Ok(other(vec![input]));
            }
        }
        Ok(ManifestSet { inputs: self.environment.manifests(&self.settings.checker)?, is_own: true })
    }

    /// Returns the environment as the compiler sees it, with these manifests and types.
    pub(crate) fn directories(&self, inputs: Vec<ManifestText>, runtime: &Runtime) -> SystemWorld {
        let environment = &self.environment;
        let texts = inputs.into_iter().map(ManifestText::into_text).collect();
        let directories =
            SystemWorld::new(&environment.name, texts, environment.modulepath.clone(), Rc::clone(runtime.registry()));
        let mut directories =
            directories.of_node(Rc::clone(&self.node)).with_checker(Arc::clone(&self.settings.checker));
        if let Some(root) = &environment.directory {
            directories = directories.with_root(root.clone());
        }
        match &self.store {
            Some(store) => {
                let store = Rc::clone(store);
                directories
                    .with_exports(move |type_name, node| store.exported(type_name, node).map_err(ReadError::from))
            }
            None => directories,
        }
    }

    /// Returns the `hiera.yaml` that counts for all environments, if there is one.
    ///
    /// # Errors
    /// A setting depends on itself.
    pub(crate) fn hiera_config(&self) -> Result<Option<String>> {
        let path = self.settings.hiera_config.value.clone();
        Ok(path.is_file().then(|| path.display().to_string()))
    }

    /// Returns what manifests see as `$settings::name`.
    ///
    /// # Errors
    /// A setting depends on itself.
    pub(crate) fn shown_settings(&self) -> Result<Vec<(String, Value)>> {
        let environment = &self.environment;
        let path = std::env::join_paths(&environment.modulepath)?;
        let mut shown = Vec::new();
        for (name, kind, text) in self.settings.texts.all()? {
            let value = match (name, kind) {
                ("environment", _) => Value::from(environment.name.as_str()),
                ("modulepath", _) => Value::from(path.to_string_lossy().into_owned()),
                ("manifest", _) => Value::from(
                    environment.manifest.as_ref().map_or_else(String::new, |path| path.display().to_string()),
                ),
                (_, SettingKind::Flag) => Value::Boolean(text == "true"),
                (_, SettingKind::Paths) => {
                    Value::from(std::env::join_paths(split(&text))?.to_string_lossy().into_owned())
                }
                (
                    _,
                    SettingKind::Text
                    | SettingKind::Path
                    | SettingKind::Choice(_)
                    | SettingKind::Choices(_)
                    | SettingKind::Duration
                    | SettingKind::Keep
                    | SettingKind::Size,
                ) => Value::from(text),
            };
            shown.push((name.to_owned(), value));
        }
        Ok(shown)
    }
}
