//! The file server: descriptions and contents of files in modules, of plugins that agents synchronize, and of further mounts.

mod custom;
mod description;
mod listings;
mod selection;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use engine::{DirectoryEnvironment, ServedEnvironment, Stamps};
use puppet::{ApiRequest, BYTES, Content, FileMetadata, JSON, MountPath, RelativePath, Reply};
use serde_json::json;

use crate::app::App;

pub(crate) use custom::CustomMounts;
pub(crate) use description::FileDescription;
pub(crate) use listings::Listings;
pub(crate) use selection::Selection;

/// Directories of modules whose contents agents receive as one directory.
const MERGED: [(&str, &str); 3] = [("plugins", "lib"), ("pluginfacts", "facts.d"), ("locales", "locales")];

/// The formats of descriptions, which are JSON.
const FORMATS: [&str; 4] = ["application/json", "text/pson", "json", "pson"];

/// Mounts with a directory of each module: `modules/NAME/PATH`.
const OF_MODULES: [(&str, &str); 3] = [("modules", "files"), ("scripts", "scripts"), ("tasks", "tasks")];

/// A path on the file server.
enum Mount<'a> {
    /// A path in one directory; `None` if the module does not exist.
    Single(Option<PathBuf>),
    /// A path in a directory of each module.
    Merged { directory: &'static str, path: RelativePath<'a> },
}

impl<'a> Mount<'a> {
    /// Determines what `MOUNT/PATH` means in a request to `indirection`.
    ///
    /// # Errors
    /// Returns the reply to a mount that does not exist, or a path that leaves it.
    fn of(
        app: &App,
        request: &ApiRequest,
        environment: &ServedEnvironment,
        indirection: &str,
        path: &'a str,
    ) -> Result<Self, Reply> {
        // puppetserver answers as if the server had failed.
        let refused = || {
            let request = format!("find on /{indirection}/{path} with {{:rest=>{path:?}}}");
            Reply::failed(&format!("Not authorized to call {request}"))
        };
        let MountPath { mount, path } = MountPath::parse(path).ok_or_else(refused)?;
        let custom = app.configuration.mounts.current(&app.log);
        if let Some(directory) = custom.directory(mount, request.client.name().unwrap_or_default()) {
            return Ok(Self::Single(Some(path.below(&directory))));
        }
        let named =
            |mounts: &[(&str, &'static str)]| mounts.iter().find(|(name, _)| *name == mount).map(|(_, place)| *place);
        if let Some(directory) = named(&MERGED) {
            return Ok(Self::Merged { directory, path });
        }
        let directory = named(&OF_MODULES).ok_or_else(refused)?;
        let (module, path) = path.split_first();
        if module.is_empty() {
            return Err(Reply::failed("No module specified"));
        }
        let module = environment.environment().module(module);
        Ok(Self::Single(module.map(|module| path.below(&module.join(directory)))))
    }

    /// Returns the places of the path. `stamps` notes what determines them.
    fn places(&self, environment: &DirectoryEnvironment, stamps: &Stamps) -> Places {
        let (directory, path) = match self {
            Self::Single(place) => return Places { places: place.iter().cloned().collect(), is_empty: false },
            Self::Merged { directory, path } => (directory, path),
        };
        // Modules can be added.
        environment.modulepath.iter().for_each(|directory| stamps.note(directory));
        let modules: Vec<PathBuf> = environment.modules().iter().map(|module| module.join(directory)).collect();
        // A place that does not exist can be created.
        modules.iter().for_each(|module| stamps.note(&path.below(module)));
        if path.as_str().is_empty() && !modules.iter().any(|module| module.is_dir()) {
            // As in Puppet, an agent receives an empty directory: one of the module path, or the directory of the environment.
            let directories = environment.modulepath.iter().chain(&environment.directory);
            let places = directories.filter(|directory| directory.is_dir()).take(1).cloned().collect();
            return Places { places, is_empty: true };
        }
        Places { places: modules.iter().map(|module| path.below(module)).collect(), is_empty: false }
    }
}

/// The places of a path on the file server, in the order of precedence.
pub(crate) struct Places {
    places: Vec<PathBuf>,
    /// Whether the place stands for a directory without files.
    is_empty: bool,
}

impl Places {
    /// Determines the places of `MOUNT/PATH` for a request to `indirection`.
    ///
    /// # Errors
    /// Returns the reply to a mount that does not exist, or a path that leaves it.
    pub(crate) fn of(
        app: &App,
        request: &ApiRequest,
        environment: &ServedEnvironment,
        indirection: &str,
        path: &str,
    ) -> Result<Self, Reply> {
        let mount = Mount::of(app, request, environment, indirection, path)?;
        Ok(mount.places(environment.environment(), &Stamps::default()))
    }

    /// Returns the first place with a file or directory.
    pub(crate) fn first(&self) -> Option<&PathBuf> {
        self.places.iter().find(|place| place.symlink_metadata().is_ok())
    }
}

/// Describes a file.
pub(crate) fn metadata(app: &App, request: &ApiRequest, path: &str) -> Result<Reply, Reply> {
    let environment = app.environment_of(request)?;
    request.accepted(&FORMATS)?;
    let missing = || Reply::not_found(&format!("Could not find file_metadata {path}"));
    let places = Places::of(app, request, &environment, "file_metadata", path)?;
    let place = places.first().ok_or_else(missing)?;
    let description = FileDescription::of_request(request)?;
    let described = description.describe(app, place, None).map_err(|error| unreadable(app, place, &error))?;
    Ok(Reply::json(&json!(described.ok_or_else(missing)?)))
}

/// Describes the files below a directory.
pub(crate) fn metadatas(app: &App, request: &ApiRequest, path: &str) -> Result<Reply, Reply> {
    let environment = app.environment_of(request)?;
    request.accepted(&FORMATS)?;
    let mount = Mount::of(app, request, &environment, "file_metadata", path)?;
    let (description, selection) = (FileDescription::of_request(request)?, Selection::of_request(request)?);
    let environment = environment.environment();
    let describe = |stamps: &Stamps| {
        let places = mount.places(environment, stamps);
        let described = described(app, &places, description, &selection, stamps)?;
        if described.is_empty() {
            return Err(Reply::not_found(&format!("Could not find instances in file_metadata with '{path}'")));
        }
        serde_json::to_string(&described).map_err(|error| Reply::failed(&error.to_string()))
    };
    if matches!(mount, Mount::Merged { .. }) {
        // Each version of a pulled environment has its own directories.
        let DirectoryEnvironment { directory, modulepath, .. } = environment;
        let key = format!("{directory:?} {modulepath:?} {path} {description:?} {selection:?}");
        let json = app.listings.get(key, describe)?;
        return Ok(Reply::new(200, JSON, json.as_bytes()));
    }
    Ok(Reply::new(200, JSON, describe(&Stamps::default())?))
}

/// Describes the selected files of all places, of which `stamps` notes the versions.
fn described(
    app: &App,
    places: &Places,
    description: FileDescription,
    selection: &Selection,
    stamps: &Stamps,
) -> Result<Vec<FileMetadata>, Reply> {
    let selection = if places.is_empty { &selection.of_directory_alone() } else { selection };
    let mut described = Vec::new();
    let mut known = rustc_hash::FxHashSet::default();
    for place in places.places.iter().filter(|place| place.symlink_metadata().is_ok()) {
        let files = selection.files_noting(place, |relative| stamps.note_in(place, relative.as_ref()));
        for relative in files.map_err(|error| unreadable(app, place, &error))? {
            if !known.insert(relative.clone()) {
                continue;
            }
            let one = description.describe(app, place, Some(&relative));
            described.extend(one.map_err(|error| unreadable(app, &place.join(&relative), &error))?);
        }
    }
    Ok(described)
}

/// Returns the content of a file.
pub(crate) fn content(app: &App, request: &ApiRequest, path: &str) -> Result<Reply, Reply> {
    let environment = app.environment_of(request)?;
    request.accepted(&[BYTES, "binary"])?;
    let places = Places::of(app, request, &environment, "file_content", path)?;
    let missing = || Reply::not_found(&format!("Could not find file_content {path}"));
    let place = places.first().ok_or_else(missing)?;
    let opened = File::open(place).and_then(|file| Ok((file.metadata()?, file)));
    let (found, file) = opened.map_err(|error| unreadable(app, place, &error))?;
    if found.is_dir() {
        return Ok(Reply::new(200, BYTES, ""));
    }
    if !found.is_file() {
        return Err(missing());
    }
    let content = Content::File(file, found.len());
    Ok(Reply { status: 200, content_type: BYTES.into(), fields: Vec::new(), content })
}

fn unreadable(app: &App, path: &Path, error: &io::Error) -> Reply {
    app.log.error(format!("{}: {error}", path.display()));
    Reply::failed(&format!("Could not read {}: {error}", fs_name(path)))
}

/// Returns the name of a file for messages to clients, without the directories above.
fn fs_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns the names of a directory, sorted.
fn names(directory: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        // Names that are not UTF-8 cannot be requested.
        names.extend(entry?.file_name().into_string().ok());
    }
    names.sort();
    Ok(names)
}
