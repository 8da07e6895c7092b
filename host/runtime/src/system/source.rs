//! Source URLs: `puppet:///modules/NAME/PATH` is a file of a module, located by the embedder and read on this
//! system regardless of the root. Other URLs are refused.

use std::path::PathBuf;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types;
use crate::error;
use crate::gate::{Effect, SourceUrl};
use crate::system::CallContext;

/// Returns whether a text is a URL instead of a path.
pub(crate) fn is_url(path: &str) -> bool {
    !path.starts_with('/') && path.contains("://")
}

impl CallContext<'_> {
    /// Returns the file of a source URL.
    ///
    /// # Errors
    /// Returns an error if the URL does not belong to the resource or to a module, or if the file does not exist.
    pub(crate) fn source(&mut self, place: &fs_types::Place) -> Result<PathBuf, Error> {
        let source = SourceUrl { url: &place.path, row: self.rows.find(place.row), shown: &self.machine.shown };
        self.machine.gate.check(self.caller, self.phase, Effect::Source(&source))?;
        self.trace("read", place.row, &place.path);
        let (module, path) = parse(&place.path)?;
        let missing = || {
            error::error(
                Code::NotFound,
                format!("Could not find {}: the module '{module}' has no such file", place.path),
            )
        };
        let file = (self.machine.modules)(module, path).ok_or_else(missing)?;
        file.map_err(|exposure| error::error(Code::Denied, exposure.to_string()))
    }
}

fn parse(url: &str) -> Result<(&str, &str), Error> {
    let refused = |reason: &str| error::error(Code::Invalid, format!("Cannot use the source {url}: {reason}"));
    let rest =
        url.strip_prefix("puppet:///").ok_or_else(|| refused("only puppet:///modules/NAME/PATH is supported"))?;
    let rest = rest.strip_prefix("modules/").ok_or_else(|| refused("the only mount is 'modules'"))?;
    let (module, path) = rest.split_once('/').unwrap_or((rest, ""));
    if module.is_empty() || path.split('/').chain([module]).any(|name| name == ".." || name.contains('\0')) {
        return Err(refused("it does not name a file of a module"));
    }
    Ok((module, path.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_urls_of_module_files_are_supported() {
        assert_eq!(parse("puppet:///modules/ntp/etc/ntp.conf").unwrap(), ("ntp", "etc/ntp.conf"));
        for url in ["puppet://master/modules/ntp/x", "puppet:///files/x", "http://x/y", "puppet:///modules/ntp/../../x"]
        {
            assert!(parse(url).is_err(), "{url}");
        }
    }
}
