//! Directory environments: selection of an environment, `environment.conf`, manifests, and the
//! `config_version` command. The messages are Puppet's.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use launcher::Launch;
use ownership::{Checker, OwnershipRule};
use registry::Digest;
use registry::environment::{KeptTree, content_path, current};

use crate::engine::RemoteEnvironment;
use crate::input::{self, ManifestText};
use crate::settings::file::{self, MAIN, SettingEntry};
use crate::settings::types::SettingType as _;
use crate::settings::{SettingOrigin, Settings, absolute, directories_in, split};
use crate::world::{module_of, with_directories_below};

/// The default environment, which does not need a directory.
const DEFAULT: &str = "production";

/// The name of an environment's configuration file.
const FILE: &str = "environment.conf";

/// The settings that an `environment.conf` may contain.
const VALID: [&str; 7] = [
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "static_catalogs",
    "rich_data",
];

/// An environment.
#[derive(Debug, PartialEq)]
pub struct DirectoryEnvironment {
    /// The name.
    pub name: String,
    /// The directory; the default environment may have none. That of a pulled environment is the tree of its version, whose files
    /// do not change.
    pub directory: Option<PathBuf>,
    /// The digest of the artifact, if the environment was pulled.
    pub artifact: Option<Digest>,
    /// The link to the tree of the current version, if the environment was pulled.
    link: Option<PathBuf>,
    /// The directories of modules, in search order.
    pub modulepath: Vec<PathBuf>,
    /// The manifest or directory of manifests.
    pub manifest: Option<PathBuf>,
    /// The data provider as in Puppet 4.3; empty if none is set.
    pub data_provider: String,
    /// The command that prints the version of the code; empty if none is set.
    pub config_version: String,
    /// Whether static catalogs are compiled.
    pub static_catalogs: bool,
    /// The settings in `environment.conf`, with file and line.
    places: Vec<(String, PathBuf, usize)>,
}

impl DirectoryEnvironment {
    /// Finds the environment of a run: the classifier's if set, otherwise the one in the settings. Also
    /// returns warnings about its `environment.conf`.
    ///
    /// # Errors
    /// Returns an error if there is no environment with that name, or its configuration cannot be read.
    pub fn find(settings: &Settings, classified: Option<&str>) -> Result<(Self, Vec<String>)> {
        let name = match classified {
            Some(name) => name.to_owned(),
            None => settings.environment.value.clone(),
        };
        let path = &*settings.environmentpath;
        let mut directories = path.iter().map(|directory| directory.join(&name));
        let found = directories.find(|directory| is_name(&name) && directory.is_dir());
        let directory = match found {
            Some(directory) => Some(directory),
            None if name == DEFAULT => None,
            None => {
                let known: Vec<PathBuf> = path.iter().flat_map(|directory| directories_in(directory)).collect();
                let known = known.iter().filter_map(|directory| directory.file_name()?.to_str());
                let known = known.filter(|name| is_name(name));
                let hint = syntax::nearest(&name, known).map(|near| format!(" Did you mean '{near}'?"));
                bail!(
                    "Could not find a directory environment named '{name}' anywhere in the path: {}. Does the directory \
                     exist?{}",
                    settings.environmentpath.text,
                    hint.unwrap_or_default()
                )
            }
        };
        let Some((link, KeptTree { digest, directory: tree })) =
            directory.as_ref().and_then(|link| Some((link.clone(), current(link)?)))
        else {
            return Self::configured(settings, &name, directory);
        };
        let (environment, warnings) = Self::configured(settings, &name, Some(tree))?;
        Ok((Self { artifact: Some(digest), link: Some(link), ..environment }, warnings))
    }

    /// Returns the environment in a directory, which need not be in the environment path and can have any name. Also returns
    /// warnings about its `environment.conf`.
    ///
    /// # Errors
    /// Returns an error if its configuration cannot be read.
    pub fn of_directory(settings: &Settings, directory: &Path) -> Result<(Self, Vec<String>)> {
        let directory = absolute(directory);
        let name = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Self::configured(settings, &name, Some(directory))
    }

    /// Returns the environment of a server.
    pub(crate) fn remote(remote: &RemoteEnvironment) -> Self {
        Self {
            name: remote.name.clone(),
            directory: None,
            artifact: None,
            link: None,
            modulepath: remote.modulepath.clone(),
            manifest: None,
            data_provider: String::new(),
            config_version: String::new(),
            static_catalogs: false,
            places: Vec::new(),
        }
    }

    fn configured(settings: &Settings, name: &str, directory: Option<PathBuf>) -> Result<(Self, Vec<String>)> {
        let mut warnings = Vec::new();
        let entries = match &directory {
            Some(directory) => configuration(directory, &settings.checker, &mut warnings)?,
            None => Vec::new(),
        };
        let file = |directory: &PathBuf| directory.join(FILE);
        let place = |entry: &SettingEntry| Some((entry.name.clone(), directory.as_ref().map(file)?, entry.line));
        let places = entries.iter().rev().filter_map(place).collect();
        let set = |name: &str| entries.iter().rev().find(|entry| entry.name == name).map(|entry| entry.value.as_str());
        let based = |text: &str| match &directory {
            Some(directory) if !text.starts_with('$') => directory.join(text).display().to_string(),
            _ => text.to_owned(),
        };
        let interpolate = |text: &str| settings.texts.interpolate(text, name);
        let modulepath = match (settings.modulepath.given(), set("modulepath")) {
            (Some(given), _) => {
                let directories = split(given);
                let missing = directories.iter().filter(|directory| !directory.exists());
                warnings.extend(missing.map(|directory| {
                    format!("The directory {} of the setting 'modulepath' does not exist", directory.display())
                }));
                directories
            }
            (None, Some(list)) => {
                let parts: Vec<String> = list.split(':').filter(|part| !part.is_empty()).map(based).collect();
                split(&interpolate(&parts.join(":"))?)
            }
            (None, None) => {
                let own = directory.iter().map(|directory| directory.join("modules"));
                own.chain(settings.basemodulepath.value.clone()).collect()
            }
        };
        let manifest = match (set("manifest"), &directory) {
            _ if settings.manifest.is_given() => Some(settings.manifest.value.clone()),
            (Some(manifest), _) => Some(absolute(Path::new(&interpolate(&based(manifest))?))),
            (None, Some(directory)) => Some(directory.join(clean(&settings.default_manifest.text))),
            (None, None) => None,
        };
        let config_version = match set("config_version") {
            Some(command) if !settings.config_version.is_given() => interpolate(&based(command))?,
            _ => settings.config_version.value.clone(),
        };
        let data_provider = match set("environment_data_provider") {
            Some(name) if !settings.environment_data_provider.is_given() => interpolate(name)?,
            _ => settings.environment_data_provider.value.clone(),
        };
        let static_catalogs = match set("static_catalogs") {
            Some(text) if !settings.static_catalogs.is_given() => bool::parse("static_catalogs", text)?,
            _ => *settings.static_catalogs,
        };
        Ok((
            Self {
                name: name.to_owned(),
                directory,
                artifact: None,
                link: None,
                modulepath,
                manifest,
                data_provider,
                config_version,
                static_catalogs,
                places,
            },
            warnings,
        ))
    }

    /// Returns the directory of a module: the first with this name on the module path.
    #[must_use]
    pub fn module(&self, name: &str) -> Option<PathBuf> {
        module_of(&self.modulepath, name)
    }

    /// Returns the directories of all modules in the order of the module path. Of several modules with one name, the first
    /// counts.
    #[must_use]
    pub fn modules(&self) -> Vec<PathBuf> {
        let mut modules: Vec<PathBuf> = self.modulepath.iter().flat_map(|path| directories_in(path)).collect();
        let mut names = BTreeSet::new();
        modules.retain(|module| module.file_name().is_some_and(|name| names.insert(name.to_owned())));
        modules
    }

    /// Returns the file and directory that determine the configuration of the environment.
    pub(crate) fn configuration_files(&self) -> Vec<PathBuf> {
        self.directory.iter().flat_map(|directory| [directory.clone(), directory.join(FILE)]).collect()
    }

    /// Returns the file or directories in which the manifests of the environment are searched for.
    pub(crate) fn manifest_directories(&self) -> Vec<PathBuf> {
        let of_manifest = |manifest: &PathBuf| match manifest.is_dir() {
            true => with_directories_below(manifest.clone()),
            false => vec![manifest.clone()],
        };
        self.manifest.iter().flat_map(of_manifest).collect()
    }

    /// Returns whether a pull has replaced the version of the environment.
    pub(crate) fn is_replaced(&self) -> bool {
        self.link.as_ref().is_some_and(|link| current(link).map(|tree| tree.digest) != self.artifact)
    }

    /// Returns the directories of modules that are part of the environment in a directory, relative to it. They depend on its
    /// configuration file alone. Also returns warnings about this file.
    ///
    /// # Errors
    /// Returns an error if the configuration file cannot be read, or everyone can change it.
    pub fn own_module_directories(directory: &Path, checker: &Checker) -> Result<(Vec<String>, Vec<String>)> {
        let mut warnings = Vec::new();
        let entries = configuration(directory, checker, &mut warnings)?;
        let list = entries.iter().rev().find(|entry| entry.name == "modulepath").map(|entry| entry.value.as_str());
        let own = list.unwrap_or("modules").split(':').filter(|part| !part.starts_with(['/', '$']));
        let plain = own.map(|part| clean(part).trim_end_matches('/'));
        let is_inside =
            |part: &&str| !part.is_empty() && !part.contains('$') && part.split('/').all(|name| name != "..");
        Ok((plain.filter(is_inside).map(str::to_owned).collect(), warnings))
    }

    /// Returns the position in the configuration file that sets a value.
    pub fn origin(&self, name: &str) -> Option<SettingOrigin> {
        let place = self.places.iter().find(|(known, ..)| known == name);
        place.map(|(_, path, line)| SettingOrigin::File(path.clone(), *line))
    }

    /// Reads the manifests: a file, or all files below a directory ordered by path.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or all users can write to it.
    pub fn manifests(&self, checker: &Checker) -> Result<Vec<ManifestText>> {
        match &self.manifest {
            Some(path) if path.exists() => {
                input::files_of(path, &["pp"], checker)?.iter().map(|file| input::read(file, checker)).collect()
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the output of the `config_version` command; `None` if there is no such command.
    ///
    /// # Errors
    /// Returns an error if the command fails.
    pub fn version(&self) -> Result<Option<String>> {
        let command = &self.config_version;
        if command.is_empty() {
            return Ok(None);
        }
        let failed = |reason: String| anyhow!("Execution of config_version command `{command}` failed: {reason}");
        let launch = Launch::inheriting("/bin/sh", ["-c", command.as_str()]);
        let output = launch.run().map_err(|error| failed(error.to_string()))?;
        if output.status != 0 {
            let both = [output.stdout, output.stderr].concat();
            let both = String::from_utf8_lossy(&both);
            return Err(failed(format!("Execution of '{command}' returned {}: {}", output.status, both.trim_end())));
        }
        let text = String::from_utf8(output.stdout).context("it printed something that is not UTF-8");
        text.map(|text| Some(text.trim().to_owned())).map_err(|error| failed(format!("{error:#}")))
    }
}

/// Returns a file in a version of a pulled environment that this system keeps. `version` is the digest, `path` is relative to the
/// environment.
#[must_use]
pub fn kept_file(environmentpath: &[PathBuf], name: &str, version: &str, path: &str) -> Option<PathBuf> {
    content_path(environmentpath, name, &version.parse().ok()?, path)
}

/// Returns whether a text is the name of an environment.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Reads an `environment.conf` and adds warnings about settings without effect.
fn configuration(directory: &Path, checker: &Checker, warnings: &mut Vec<String>) -> Result<Vec<SettingEntry>> {
    let path = directory.join(FILE);
    let (main, others): (Vec<SettingEntry>, Vec<SettingEntry>) =
        file::read(&path, checker, OwnershipRule::Code)?.into_iter().partition(|entry| entry.section == MAIN);
    let path = path.display();
    let mut sections: Vec<String> = others.into_iter().map(|entry| entry.section).collect();
    sections.dedup();
    if !sections.is_empty() {
        warnings.push(format!(
            "Invalid sections in environment.conf at '{path}'. Environment conf may not have sections. The following sections \
             are being ignored: '{}'",
            sections.join(",")
        ));
    }
    let unknown: Vec<&str> =
        main.iter().map(|entry| entry.name.as_str()).filter(|name| !VALID.contains(name)).collect();
    if !unknown.is_empty() {
        warnings.push(format!(
            "Invalid settings in environment.conf at '{path}'. The following unknown setting(s) are being ignored: {}",
            unknown.join(", ")
        ));
    }
    if let Some(entry) = main.iter().find(|e| e.name == "modulepath" && e.value.contains(['*', '?', '[', '{'])) {
        bail!("A modulepath with patterns is not supported: name the directories (file: {path}, line: {})", entry.line);
    }
    Ok(main)
}

/// Removes a leading `./`, which is part of the default.
fn clean(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use crate::settings::texts::SettingSources;

    use super::*;

    /// Returns a confdir with an environment `dev` that has the given configuration.
    fn with(configuration: &str) -> (tempfile::TempDir, Settings) {
        let directory = tempfile::tempdir().unwrap();
        let dev = directory.path().join("environments/dev");
        fs::create_dir_all(&dev).unwrap();
        fs::write(dev.join("environment.conf"), configuration).unwrap();
        let confdir = directory.path().display().to_string();
        let flags = BTreeMap::from([("basemodulepath".to_owned(), "/base".to_owned())]);
        let machine = BTreeMap::from([("confdir", confdir), ("vardir", "/var/x".to_owned())]);
        let sources = SettingSources { flags, machine, ..SettingSources::default() };
        let (settings, _) = Settings::from_sources(sources, "user", None).unwrap();
        (directory, settings)
    }

    #[test]
    fn relative_paths_are_below_the_environment() {
        let (directory, settings) =
            with("modulepath = mods:$basemodulepath:/abs\nmanifest = site/$environment.pp\nfoo = 1\n");
        let (dev, warnings) = DirectoryEnvironment::find(&settings, Some("dev")).unwrap();
        let own = directory.path().join("environments/dev");
        assert_eq!(dev.modulepath, [own.join("mods"), PathBuf::from("/base"), PathBuf::from("/abs")]);
        assert_eq!(dev.manifest, Some(own.join("site/dev.pp")));
        assert!(warnings[0].ends_with("The following unknown setting(s) are being ignored: foo"), "{warnings:?}");
    }

    #[test]
    fn environment_without_configuration_has_defaults() {
        let (directory, settings) = with("");
        let (dev, warnings) = DirectoryEnvironment::find(&settings, Some("dev")).unwrap();
        let own = directory.path().join("environments/dev");
        assert_eq!(dev.modulepath, [own.join("modules"), PathBuf::from("/base")]);
        assert_eq!((dev.manifest, warnings.len()), (Some(own.join("manifests")), 0));
        assert_eq!(dev.data_provider, "");
        let (production, _) = DirectoryEnvironment::find(&settings, None).unwrap();
        assert_eq!((production.directory, production.modulepath), (None, vec![PathBuf::from("/base")]));
    }

    #[test]
    fn missing_environment_is_an_error() {
        let (directory, settings) = with("");
        for name in ["nosuch", "../dev"] {
            let error = DirectoryEnvironment::find(&settings, Some(name)).unwrap_err().to_string();
            let path = directory.path().join("environments");
            assert_eq!(
                error,
                format!(
                    "Could not find a directory environment named '{name}' anywhere in the path: {}. Does the directory exist?",
                    path.display()
                )
            );
        }
    }

    #[test]
    fn environment_data_provider_is_read() {
        let (_directory, settings) = with("environment_data_provider = hiera\n");
        assert_eq!(DirectoryEnvironment::find(&settings, Some("dev")).unwrap().0.data_provider, "hiera");
    }

    #[test]
    fn error_suggests_the_most_similar_environment() {
        let (_directory, settings) = with("");
        let error = DirectoryEnvironment::find(&settings, Some("dve")).unwrap_err().to_string();
        assert!(error.ends_with(" Did you mean 'dev'?"), "{error}");
    }

    #[test]
    fn static_catalogs_are_compiled_unless_the_environment_disables_them() {
        for (text, expected) in [("", true), ("static_catalogs = false\n", false)] {
            let (_directory, settings) = with(text);
            assert_eq!(DirectoryEnvironment::find(&settings, Some("dev")).unwrap().0.static_catalogs, expected);
        }
        let (_directory, settings) = with("static_catalogs = maybe\n");
        assert!(DirectoryEnvironment::find(&settings, Some("dev")).is_err());
    }

    #[test]
    fn own_module_directories_are_those_inside_the_environment() {
        let own = |configuration: &str| {
            let (directory, _settings) = with(configuration);
            let dev = directory.path().join("environments/dev");
            DirectoryEnvironment::own_module_directories(&dev, &Checker::default()).unwrap().0
        };
        assert_eq!(own(""), ["modules"]);
        assert_eq!(
            own("modulepath = ./site/:modules:../x:/abs:$basemodulepath:a/$environment:a/b\n"),
            ["site", "modules", "a/b"]
        );
    }

    #[test]
    fn pulled_environment_is_the_tree_of_its_version_until_it_is_replaced() {
        let (directory, settings) = with("");
        let environments = directory.path().join("environments");
        let tree = |letter: &str| format!(".pulled/production/sha256-{}", letter.repeat(64));
        for letter in ["a", "b"] {
            fs::create_dir_all(environments.join(tree(letter)).join("manifests")).unwrap();
        }
        let link = environments.join("production");
        std::os::unix::fs::symlink(tree("a"), &link).unwrap();
        let (found, _) = DirectoryEnvironment::find(&settings, None).unwrap();
        assert_eq!(found.directory, Some(environments.join(tree("a"))));
        assert_eq!(found.artifact.map(|digest| digest.hex()), Some("a".repeat(64)));
        assert_eq!(found.manifest, Some(environments.join(tree("a")).join("manifests")));
        assert!(!found.is_replaced());
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(tree("b"), &link).unwrap();
        assert!(found.is_replaced());
        let (dev, _) = DirectoryEnvironment::find(&settings, Some("dev")).unwrap();
        assert!(dev.artifact.is_none() && !dev.is_replaced());
    }

    #[test]
    fn config_version_is_the_output_of_a_command() {
        let (_directory, settings) = with("config_version = /bin/echo v-$environment\n");
        assert_eq!(DirectoryEnvironment::find(&settings, Some("dev")).unwrap().0.version().unwrap().unwrap(), "v-dev");
        let (_directory, settings) = with("config_version = /bin/false\n");
        let error = DirectoryEnvironment::find(&settings, Some("dev")).unwrap().0.version().unwrap_err().to_string();
        assert_eq!(
            error,
            "Execution of config_version command `/bin/false` failed: Execution of '/bin/false' returned 1: "
        );
    }
}
