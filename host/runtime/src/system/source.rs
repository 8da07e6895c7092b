//! Sources: `puppet://HOST/MOUNT/PATH` is a file of a file server, located by the embedder and read on this system
//! regardless of the root. Other URLs are refused.

use std::path::PathBuf;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types;
use crate::config::{SourceError, SourceUrl};
use crate::error;
use crate::gate::{Effect, SourceAccess};
use crate::system::CallContext;

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
            SourceError::Failed(reason) => error::error(Code::Other, reason),
        })?;
        file.ok_or_else(|| {
            let reason = match url.path.split('/').next() {
                Some(module) if url.mount == "modules" => format!("the module '{module}' has no such file"),
                _ => format!("the mount '{}' has no such file", url.mount),
            };
            error::error(Code::NotFound, format!("Could not find {}: {reason}", place.path))
        })
    }
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
