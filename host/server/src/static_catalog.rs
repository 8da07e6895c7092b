//! Static catalogs: descriptions of the sources of files are part of the catalog, so that an agent receives the contents that
//! the code had when the catalog was compiled.

use std::path::Path;

use catalog::wire::Compilation;
use catalog::{Catalog, Resource, Value};
use engine::ServedEnvironment;
use puppet::{ApiRequest, Reply};
use serde_json::{Map, Value as Json, json};

use crate::app::App;
use crate::checksum::ChecksumKind;
use crate::mounts::{FileDescription, Places, Selection};

/// The directory of a module that contains sources.
const FILES: &str = "files";

/// Returns the kind of checksums that a static catalog has, the first that agent and server support; `None` if the catalog is not
/// static.
///
/// # Errors
/// Returns the reply to an agent that supports none of the server's kinds.
pub(crate) fn checksum_kind(
    request: &ApiRequest,
    environment: &ServedEnvironment,
    code_id: Option<&str>,
) -> Result<Option<ChecksumKind>, Reply> {
    let is_requested = request.parameter("static_catalog").is_some_and(|value| value != "false");
    if !is_requested || code_id.is_none() || !environment.environment().static_catalogs {
        return Ok(None);
    }
    let kinds = request.parameter("checksum_type").unwrap_or_default();
    let common = kinds.split('.').find_map(ChecksumKind::of);
    let message = || format!("Unable to find a common checksum type between agent '{kinds}' and server");
    common.map(Some).ok_or_else(|| Reply::failed(&message()))
}

/// A compilation of a static catalog.
pub(crate) struct StaticCompilation<'a> {
    pub(crate) app: &'a App,
    pub(crate) request: &'a ApiRequest,
    pub(crate) environment: &'a ServedEnvironment,
    pub(crate) checksum: ChecksumKind,
}

impl StaticCompilation<'_> {
    /// Adds descriptions of the sources in the environment.
    ///
    /// # Errors
    /// Returns the reply if a source is missing or cannot be read.
    pub(crate) fn describe(&self, catalog: &Catalog, compilation: &mut Compilation) -> Result<(), Reply> {
        let Some(directory) = &self.environment.environment().directory else { return Ok(()) };
        let files = catalog.iter().map(|(_, resource)| resource);
        for file in files.filter(|resource| &*resource.reference.type_name == "File") {
            let sources = sources(file);
            if sources.is_empty() {
                continue;
            }
            let title = file.reference.title.to_string();
            if is_recursive(file) {
                if let Some(described) = self.trees(file, &sources, directory)? {
                    compilation.recursive_metadata.insert(title, described);
                }
            } else if let Some(described) = self.file(file, &sources, directory)? {
                compilation.metadata.insert(title, described);
            }
        }
        Ok(())
    }

    /// Describes the first source that exists; `None` if it is outside of the environment.
    fn file(&self, file: &Resource, sources: &[&str], directory: &Path) -> Result<Option<Json>, Reply> {
        let description = self.description(file)?;
        for source in sources {
            let places = Places::of(self.app, self.request, self.environment, "file_metadata", mounted(source))?;
            let Some(place) = places.first() else { continue };
            let described = description.describe(self.app, place, None);
            let Some(mut described) = described.map_err(|error| unreadable(place, &error))? else { continue };
            let Some(uri) = content_uri(source, place, directory) else { return Ok(None) };
            described.content_uri = Some(uri);
            described.source = Some((*source).to_owned());
            return Ok(Some(json!(described)));
        }
        Err(Reply::failed(&format!("Could not get metadata for {}", sources.join(", "))))
    }

    /// Describes the files of the first source, or of all with `sourceselect => all`; `None` if one is outside of the environment,
    /// or none exists.
    fn trees(&self, file: &Resource, sources: &[&str], directory: &Path) -> Result<Option<Json>, Reply> {
        let (description, selection) = (self.description(file)?, selection(file)?);
        let takes_all = text(file, "sourceselect").is_some_and(|value| value == "all");
        let mut trees = Map::new();
        for source in sources {
            let places = Places::of(self.app, self.request, self.environment, "file_metadata", mounted(source))?;
            let Some(place) = places.first() else { continue };
            let Some(base) = content_uri(source, place, directory) else { return Ok(None) };
            let mut described = Vec::new();
            for relative in selection.files(place).map_err(|error| unreadable(place, &error))? {
                let one = description.describe(self.app, place, Some(&relative));
                let Some(mut one) = one.map_err(|error| unreadable(place, &error))? else { continue };
                let uri = if relative == "." { base.clone() } else { format!("{base}/{relative}") };
                one.content_uri = Some(uri);
                described.push(one);
            }
            trees.insert((*source).to_owned(), json!(described));
            if !takes_all {
                break;
            }
        }
        Ok((!trees.is_empty()).then(|| trees.into()))
    }

    /// Returns how the sources of a file are described: as its parameters say.
    fn description(&self, file: &Resource) -> Result<FileDescription, Reply> {
        let checksum = match text(file, "checksum") {
            Some(name) => name,
            None => self.checksum.name(),
        };
        FileDescription::new(checksum, text(file, "links"), text(file, "source_permissions"))
    }
}

fn unreadable(place: &Path, error: &std::io::Error) -> Reply {
    Reply::failed(&format!("Could not read {}: {error}", place.display()))
}

/// Returns the sources of a file without slashes at the end, if all can be described: on this server, and not of an absent file. A
/// source of another server is requested by the agent.
fn sources(file: &Resource) -> Vec<&str> {
    if text(file, "ensure").is_some_and(|value| value == "absent") {
        return Vec::new();
    }
    let values = match parameter(file, "source") {
        Some(Value::Array(values)) => values.as_slice(),
        Some(value) => std::slice::from_ref(value),
        None => &[],
    };
    let sources: Option<Vec<&str>> = values
        .iter()
        .map(|value| match value {
            Value::String(text) if text.starts_with("puppet:///") => Some(text.trim_end_matches('/')),
            _ => None,
        })
        .collect();
    sources.unwrap_or_default()
}

/// Returns mount and path of a source.
fn mounted(source: &str) -> &str {
    source.strip_prefix("puppet:///").unwrap_or(source)
}

fn is_recursive(file: &Resource) -> bool {
    match parameter(file, "recurse") {
        Some(Value::Boolean(recurse)) => *recurse,
        Some(Value::String(text)) => matches!(&**text, "true" | "remote"),
        _ => false,
    }
}

/// Returns which files of a source directory are described.
fn selection(file: &Resource) -> Result<Selection, Reply> {
    let number = |name: &str| parameter(file, name).map(ToString::to_string);
    let ignored = match parameter(file, "ignore") {
        Some(Value::Array(patterns)) => patterns.iter().map(ToString::to_string).collect(),
        Some(pattern) => vec![pattern.to_string()],
        None => Vec::new(),
    };
    Selection::recursive(number("recurselimit").as_deref(), number("max_files").as_deref(), ignored)
}

/// Returns the address with which the agent requests the content of a source: the path in the environment. `None` if the source is
/// not below the directory `files` of a module in the environment.
fn content_uri(source: &str, place: &Path, directory: &Path) -> Option<String> {
    if !mounted(source).starts_with("modules/") {
        return None;
    }
    let path = place.strip_prefix(directory).ok()?.to_str()?;
    let is_inside = path.split('/').nth(2) == Some(FILES) && path.split('/').nth(3).is_some();
    is_inside.then(|| format!("puppet:///{path}"))
}

fn parameter<'r>(resource: &'r Resource, name: &str) -> Option<&'r Value> {
    resource.parameters.iter().find(|parameter| &*parameter.name == name).map(|parameter| &parameter.value)
}

fn text<'r>(resource: &'r Resource, name: &str) -> Option<&'r str> {
    match parameter(resource, name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_uri_is_the_path_in_the_environment() {
        let uri = |source: &str, place: &str| content_uri(source, Path::new(place), Path::new("/env"));
        assert_eq!(
            uri("puppet:///modules/m/a", "/env/modules/m/files/a"),
            Some("puppet:///modules/m/files/a".to_owned())
        );
        assert_eq!(uri("puppet:///modules/m", "/env/modules/m/files"), None, "the directory itself");
        assert_eq!(uri("puppet:///modules/m/a", "/other/modules/m/files/a"), None);
        assert_eq!(uri("puppet:///extra/a", "/env/modules/m/files/a"), None);
    }
}
