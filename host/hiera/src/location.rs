//! Locations of a level with the current values of variables: files, glob patterns and URIs.

mod glob;

use std::sync::Arc;

use value::{EvalError, FileLocation, Value};

use crate::config::{HierarchyLevel, Locations};
use crate::explain::LookupStep;
use crate::issue;
use crate::lookup::Lookup;

/// A location passed to a data function.
#[derive(Clone, Debug)]
pub(crate) struct LookupLocation {
    /// The location as written in the configuration.
    pub(crate) original: String,
    /// The resolved location: an absolute path or a URI.
    pub(crate) place: Arc<str>,
    /// Whether it is a file.
    pub(crate) is_path: bool,
    /// Whether the file exists; always true for a URI.
    pub(crate) exists: bool,
}

impl LookupLocation {
    /// Returns the explanation step for searching it.
    pub(crate) fn step(&self) -> LookupStep {
        LookupStep::Location {
            is_path: self.is_path,
            location: self.place.to_string(),
            original: self.original.clone(),
        }
    }
}

impl Lookup<'_> {
    /// Returns the locations of a level; `None` if none are configured.
    pub(crate) fn locations(
        &mut self,
        level: &HierarchyLevel,
        root: &str,
    ) -> Result<Option<Vec<LookupLocation>>, EvalError> {
        let datadir = self.interpolated(&joined(root, &level.datadir))?;
        Ok(Some(match &level.locations {
            Locations::None => return Ok(None),
            Locations::Paths(paths) => {
                let mut found = Vec::with_capacity(paths.len());
                for path in paths {
                    let mut file = self.interpolated(path)?;
                    if let Some(extension) = level.extension.filter(|extension| !file.ends_with(extension)) {
                        file.push_str(extension);
                    }
                    found.push(self.file(path, &joined(&datadir, &file)));
                }
                found
            }
            Locations::Globs(globs) => {
                let mut found = Vec::new();
                for glob in globs {
                    let pattern = joined(&datadir, &self.interpolated(glob)?);
                    found.extend(self.files_of(&pattern)?);
                }
                found
            }
            Locations::Uris(uris) => {
                let mut found = Vec::with_capacity(uris.len());
                for uri in uris {
                    let place = self.interpolated(uri)?.into();
                    found.push(LookupLocation { original: uri.clone(), place, is_path: false, exists: true });
                }
                found
            }
            Locations::Mapped([variable, name, template]) => self.mapped(variable, name, template, &datadir)?,
        }))
    }

    fn file(&self, original: &str, path: &str) -> LookupLocation {
        let exists = self.host.world().find(FileLocation::Anywhere, path).is_some();
        LookupLocation { original: original.to_owned(), place: path.into(), is_path: true, exists }
    }

    fn files_of(&self, pattern: &str) -> Result<Vec<LookupLocation>, EvalError> {
        let location = |path: String| LookupLocation {
            original: pattern.to_owned(),
            place: path.into(),
            is_path: true,
            exists: true,
        };
        match glob::files(self.host.world(), pattern) {
            Some(files) => Ok(files.into_iter().map(location).collect()),
            None => Err(issue::too_many_paths(pattern)),
        }
    }

    /// Returns the file of each element of a variable.
    fn mapped(
        &mut self,
        variable: &str,
        name: &str,
        template: &str,
        datadir: &str,
    ) -> Result<Vec<LookupLocation>, EvalError> {
        let elements = match self.scope_value(variable, "mapped_path[0]")? {
            Value::Undef => return Ok(Vec::new()),
            Value::String(text) if text.is_empty() => return Ok(Vec::new()),
            text @ Value::String(_) => vec![text],
            Value::Array(elements) => elements.to_vec(),
            // Puppet: iterating over a hash yields `[key, value]` pairs.
            Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
            other => return Err(issue::mapped_paths_variable(variable, &other.inspect())),
        };
        let outer = self.state().remembered.replace(Vec::new());
        let mut found = Ok(Vec::with_capacity(elements.len()));
        for element in elements {
            let mut path = Ok(String::new());
            self.host.with_variable(name, element, &mut |host| path = Lookup::new(host).interpolated(template));
            match (&mut found, path) {
                (Ok(found), Ok(path)) => found.push(self.file(template, &joined(datadir, &path))),
                (found, Err(fault)) => *found = Err(fault),
                (Err(_), Ok(_)) => {}
            }
        }
        // The variable bound to the element is local and does not affect the hierarchy.
        let inner = std::mem::replace(&mut self.state().remembered, outer).unwrap_or_default();
        if let Some(remembered) = &mut self.state().remembered {
            remembered.extend(inner.into_iter().filter(|variable| *variable.root != *name));
        }
        found
    }

    fn interpolated(&mut self, text: &str) -> Result<String, EvalError> {
        Ok(self.interpolate(&text.into(), false)?.text().to_string())
    }
}

/// Joins a path to a directory as Ruby's `Pathname` does: `..` removes a component, an absolute path replaces the
/// directory.
pub(crate) fn joined(directory: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let (mut directory, mut rest) = (directory, path);
    loop {
        if rest == "." || rest.is_empty() {
            return directory.to_owned();
        }
        if let Some(after) = rest.strip_prefix("./") {
            rest = after.trim_start_matches('/');
        } else if let Some(after) =
            rest.strip_prefix("../").or_else(|| rest.strip_prefix("..").filter(|r| r.is_empty()))
        {
            directory = match directory.trim_end_matches('/').rsplit_once('/') {
                Some(("", _)) | None => "/",
                Some((outer, _)) => outer,
            };
            rest = after.trim_start_matches('/');
        } else {
            let directory = directory.strip_suffix('/').unwrap_or(directory);
            return format!("{directory}/{rest}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_path_is_relative_to_directory() {
        assert_eq!(joined("/a/b", "c.yaml"), "/a/b/c.yaml");
        assert_eq!(joined("/a/b", "../c/./d"), "/a/c/./d");
        assert_eq!(joined("/a/b", "/c"), "/c");
        assert_eq!(joined("/a", "../../x"), "/x");
        assert_eq!(joined("/a/b", "."), "/a/b");
    }
}
