//! Sources: validation, canonical form, and selection of the first source that exists.

use marotte_sdk::Error;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::remote::{self, Remote, Version, is_remote};
use crate::schema::{Ensure, File, Links, SourcePermissions};

/// Canonicalizes a source to an absolute path, `puppet://HOST/MOUNT/PATH`, or the URL of a web server.
///
/// # Errors
/// Returns Puppet's message if the source is invalid, or an error if it is not supported.
pub(crate) fn canonical(source: &str) -> Result<String, String> {
    let source = if source.len() > 1 { source.trim_end_matches('/') } else { source };
    if source.starts_with('/') {
        return Ok(source.to_owned());
    }
    let scheme = source.split_once(':').filter(|(scheme, _)| is_scheme(scheme));
    let Some((scheme, rest)) = scheme else { return Err(format!("Cannot use relative URLs '{source}'")) };
    let Some(rest) = rest.strip_prefix("//") else { return Err(format!("Cannot use opaque URLs '{source}'")) };
    match (scheme, rest.starts_with('/')) {
        ("file", true) => Ok(rest.to_owned()),
        ("puppet", true) => Ok(source.to_owned()),
        ("puppet", false) if rest.contains('/') => Ok(source.to_owned()),
        ("puppet", false) => Err(format!("the URL '{source}' has no path")),
        ("file", false) => Err(format!("a file on another host is not supported: '{source}'")),
        ("http" | "https", false) if !rest.is_empty() => Ok(source.to_owned()),
        ("http" | "https", _) => Err(format!("the URL '{source}' has no host")),
        _ => Err(format!("Cannot use URLs of type '{scheme}' as source for fileserving")),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}

/// Formats a canonical source as a URL.
fn url(source: &str) -> String {
    if source.starts_with('/') { format!("file://{source}") } else { source.to_owned() }
}

/// The source selected for a file.
#[derive(Debug, Clone)]
pub(crate) enum Origin {
    /// A file of this system or of a module.
    Local {
        /// The location of the source.
        place: Place,
        /// The metadata of the source.
        metadata: Metadata,
    },
    /// A file on a web server.
    Remote(Remote),
}

/// The purpose of finding sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The current state is compared with the source. Web servers are not asked for files whose desired digest is
    /// given.
    Compare,
    /// The source is copied.
    Copy,
}

/// Finds the first existing source of each row, with calls for all rows at once. The number of calls depends on
/// the length of the longest list. `exists` returns whether there is a file to compare with the source of a row.
pub(crate) fn find(
    system: &impl ReadSystem,
    rows: &[Row<File>],
    purpose: Purpose,
    exists: impl Fn(usize) -> bool,
) -> Vec<Option<Result<Origin>>> {
    let mut found: Vec<Option<Result<Origin>>> = rows.iter().map(|_| None).collect();
    let sources = |row: &Row<File>| row.source.as_ref().map_or(0, Vec::len);
    for candidate in 0..rows.iter().map(sources).max().unwrap_or(0) {
        let remote = |row: &Row<File>| row.source.as_ref()?.get(candidate).filter(|source| is_remote(source)).cloned();
        for (index, row) in rows.iter().enumerate().filter(|(index, _)| found[*index].is_none()).collect::<Vec<_>>() {
            let Some(url) = remote(row) else { continue };
            let is_unneeded = row.checksum_value.is_some() || row.ensure == Some(Ensure::Absent);
            found[index] = if purpose == Purpose::Compare && is_unneeded {
                Some(Ok(Origin::Remote(Remote { url, version: Version::Unknown })))
            } else {
                let compares = purpose == Purpose::Compare && exists(index);
                remote::find(system, row, &url, compares).map(|remote| remote.map(Origin::Remote)).transpose()
            };
        }
        for follow in [false, true] {
            let is_open = |(index, row): &(usize, &Row<File>)| {
                let is_local = candidate < sources(row) && remote(row).is_none();
                found[*index].is_none() && is_local && follow == (row.links == Some(Links::Follow))
            };
            let open: Vec<(usize, &Row<File>)> = rows.iter().enumerate().filter(is_open).collect();
            let place = |row: &Row<File>| row.source.as_ref().map(|sources| row.place(sources[candidate].as_str()));
            let places: Vec<Place> = open.iter().filter_map(|(_, row)| place(row)).collect();
            if places.is_empty() {
                continue;
            }
            let copies =
                open.iter().any(|(_, row)| row.source_permissions.is_some_and(|of| of != SourcePermissions::Ignore));
            let want = if copies { Want::TARGET | Want::ACL } else { Want::TARGET };
            let answers = system.stat(&places, follow, want);
            for (((index, _), place), answer) in open.iter().zip(places).zip(answers) {
                found[*index] = match answer {
                    Ok(None) => None,
                    Ok(Some(metadata)) => Some(Ok(Origin::Local { place, metadata })),
                    Err(error) => {
                        let message =
                            format!("Could not retrieve file metadata for {}: {}", url(&place.path), error.message);
                        Some(Err(error.reword(message)))
                    }
                };
            }
        }
    }
    let missing = |(row, found): (&Row<File>, Option<Result<Origin>>)| match (&row.source, found) {
        (Some(sources), None) => Some(Err(missing(system, sources))),
        (_, found) => found,
    };
    rows.iter().zip(found).map(missing).collect()
}

fn missing(system: &impl ReadSystem, sources: &[String]) -> Error {
    let environment = match system.fact("environment") {
        Some(Value::Text(environment)) => environment,
        _ => "production".to_owned(),
    };
    let sources: Vec<String> = sources.iter().map(|source| url(source)).collect();
    Error::new(
        marotte_sdk::Code::NotFound,
        format!("Could not retrieve information from environment {environment} source(s) {}", sources.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_is_a_path_a_module_file_or_a_url() {
        assert_eq!(canonical("/a/b/"), Ok("/a/b".into()));
        assert_eq!(canonical("file:///a/b"), Ok("/a/b".into()));
        assert_eq!(canonical("puppet:///modules/m/f"), Ok("puppet:///modules/m/f".into()));
        assert_eq!(canonical("puppet://h:8140/files/f"), Ok("puppet://h:8140/files/f".into()));
        assert_eq!(canonical("https://h/f?v=1"), Ok("https://h/f?v=1".into()));
    }

    #[test]
    fn unsupported_sources_are_rejected() {
        let refused = |source| canonical(source).unwrap_err();
        assert_eq!(refused("x/y"), "Cannot use relative URLs 'x/y'");
        assert_eq!(refused("puppet:x"), "Cannot use opaque URLs 'puppet:x'");
        assert_eq!(refused("ftp://x/y"), "Cannot use URLs of type 'ftp' as source for fileserving");
        assert_eq!(refused("https:///y"), "the URL 'https:///y' has no host");
        assert_eq!(refused("puppet://server"), "the URL 'puppet://server' has no path");
        assert!(refused("file://server/x").contains("another host"));
    }
}
