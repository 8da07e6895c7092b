//! Sources: `puppet://HOST/MOUNT/PATH` is a file of a file server, located by the embedder and read on this system
//! regardless of the root. Other URLs are refused.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types;
use crate::config::{SourceError, SourceUrl};
use crate::error;
use crate::gate::{Effect, SourceAccess};
use crate::system::{CallContext, HostState};

/// Returns whether a text is a URL instead of a path.
pub(crate) fn is_url(path: &str) -> bool {
    !path.starts_with('/') && path.contains("://")
}

impl CallContext<'_> {
    /// Returns the file of a source URL.
    ///
    /// # Errors
    /// Returns an error if the URL does not belong to the resource, or if the file does not exist or cannot be retrieved.
    pub(crate) fn source(&mut self, place: &fs_types::Place) -> Result<PathBuf, Error> {
        let source = SourceAccess { url: &place.path, row: self.rows.find(place.row), shown: &self.machine.shown };
        self.machine.gate.check(self.caller, self.phase, Effect::Source(&source))?;
        self.trace("read", place.row, &place.path);
        let url = parse(&place.path)?;
        let file = (self.machine.sources)(&url).map_err(|failed| match failed {
            SourceError::Exposed(exposure) => error::error(Code::Denied, exposure.to_string()),
            SourceError::Unsupported(reason) => refused(&place.path, &reason),
            SourceError::Missing(reason) => missing(&place.path, &reason),
            SourceError::Failed(reason) => error::error(Code::Other, reason),
        })?;
        file.ok_or_else(|| missing(&place.path, &not_served(&url)))
    }
}

impl HostState {
    /// Returns the reason why a path or the URL of a source does not exist; `None` if it exists or the reason is unknown.
    pub(crate) fn explain_missing(&self, place: &str) -> Option<String> {
        if !is_url(place) {
            let path = self.paths.on_system(place.as_bytes());
            return missing_file(Path::new(OsStr::from_bytes(&path)));
        }
        let url = parse(place).ok()?;
        match (self.sources)(&url) {
            Ok(Some(file)) => missing_file(&file),
            Ok(None) => Some(not_served(&url)),
            Err(SourceError::Missing(reason)) => Some(reason),
            Err(_) => None,
        }
    }
}

/// Returns which part of a path does not exist; `None` if all of it does.
fn missing_file(path: &Path) -> Option<String> {
    let is_missing = |path: &Path| path.symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    if !is_missing(path) {
        return None;
    }
    match path.ancestors().skip(1).take_while(|parent| is_missing(parent)).last() {
        Some(parent) => Some(format!("the directory '{}' does not exist", parent.display())),
        None => Some(format!("the file '{}' does not exist", path.display())),
    }
}

fn not_served(url: &SourceUrl) -> String {
    match url.path.split('/').next() {
        Some(module) if url.mount == "modules" => format!("the module '{module}' has no such file"),
        _ => format!("the mount '{}' has no such file", url.mount),
    }
}

fn missing(url: &str, reason: &str) -> Error {
    error::error(Code::NotFound, format!("Could not find {url}: {reason}"))
}

fn refused(url: &str, reason: &str) -> Error {
    error::error(Code::Invalid, format!("Cannot use the source {url}: {reason}"))
}

fn parse(url: &str) -> Result<SourceUrl, Error> {
    let rest = url.strip_prefix("puppet://").ok_or_else(|| refused(url, "only puppet:// URLs are supported"))?;
    let (host, rest) = rest.split_once('/').unwrap_or((rest, ""));
    let (mount, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.trim_end_matches('/');
    if mount.is_empty() || path.split('/').chain([mount]).any(|name| name == ".." || name.contains('\0')) {
        return Err(refused(url, "it does not name a file of a mount"));
    }
    let host = Some(host.to_owned()).filter(|host| !host.is_empty());
    Ok(SourceUrl { host, mount: mount.to_owned(), path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_has_a_host_a_mount_and_a_path() {
        let url = |host: Option<&str>, mount: &str, path: &str| SourceUrl {
            host: host.map(str::to_owned),
            mount: mount.into(),
            path: path.into(),
        };
        assert_eq!(parse("puppet:///modules/ntp/etc/ntp.conf").unwrap(), url(None, "modules", "ntp/etc/ntp.conf"));
        assert_eq!(parse("puppet://h:8140/files/x/").unwrap(), url(Some("h:8140"), "files", "x"));
        for url in ["http://x/y", "puppet:///modules/ntp/../../x", "puppet:///../x", "puppet:///", "puppet://h"] {
            assert!(parse(url).is_err(), "{url}");
        }
    }
}
