//! Sources on web servers: metadata from the headers of a response, and download.

use std::time::UNIX_EPOCH;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Method, Request, Response};

use crate::checksum::timestamp_in_zone;
use crate::schema::{Checksum, File};

/// A file on a web server.
#[derive(Debug, Clone)]
pub(crate) struct Remote {
    /// The URL.
    pub url: String,
    /// The version of the content.
    pub version: Version,
}

/// The version of a file on a web server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Version {
    /// The digest of the content. The header `x-checksum-sha256` comes from the server, or from the host if an
    /// earlier run has downloaded this version.
    Digest(Checksum, String),
    /// The time of the last modification, in seconds since 1970.
    Modified(i64),
    /// The content, from a server that provides neither.
    Content(Vec<u8>),
    /// Not determined.
    Unknown,
}

/// Returns whether a canonical source is on a web server.
pub(crate) fn is_remote(source: &str) -> bool {
    source.starts_with("http://") || source.starts_with("https://")
}

/// Requests the metadata of a file; `None` if the server does not have it. With `compares`, the content is requested
/// from servers that provide neither a digest nor a time.
///
/// # Errors
/// Returns an error if the request fails or is refused.
pub(crate) fn find(system: &impl ReadSystem, row: &Row<File>, url: &str, compares: bool) -> Result<Option<Remote>> {
    let wrap = |error: Error| {
        let message = format!("Could not retrieve file metadata for {url}: {}", error.message);
        error.reword(message)
    };
    let mut response = system.send(&request(row, Method::Head, url)).map_err(wrap)?;
    // Puppet: servers that refuse HEAD are asked for the first byte.
    if matches!(response.status, 403 | 405) {
        let mut partial = request(row, Method::Get, url);
        partial.headers.push(("Range".to_owned(), vec!["bytes=0-0".into()]));
        response = system.send(&partial).map_err(wrap)?;
    }
    if !(200..300).contains(&response.status) {
        return Ok(None);
    }
    let mut version = Version::of(&response, row.checksum);
    if version == Version::Unknown && compares {
        version = match content(system, row, url) {
            Ok(content) => Version::Content(content),
            // The content is too large for a comparison.
            Err(error) if error.code == Code::Io => Version::Unknown,
            Err(error) => return Err(wrap(error)),
        };
    }
    Ok(Some(Remote { url: url.to_owned(), version }))
}

/// Requests the content of a file.
///
/// # Errors
/// Returns an error if the request fails, or the content is too large for the host.
pub(crate) fn content(system: &impl ReadSystem, row: &Row<File>, url: &str) -> Result<Vec<u8>> {
    let response = system.send(&request(row, Method::Get, url))?;
    if response.status != 200 {
        return Err(Error::other(format!("GET {url} was answered {}", response.status)));
    }
    Ok(response.body)
}

/// Downloads a file. Its digest is verified if it is known.
///
/// # Errors
/// Returns an error if the request fails, the digest differs, or the file cannot be written.
pub(crate) fn download(system: &impl WriteSystem, row: &Row<File>, remote: &Remote, path: &str) -> Result<()> {
    let digest = match (&row.checksum_value, &remote.version) {
        (Some(value), _) => Some((row.checksum.unwrap_or(Checksum::Sha256), value)),
        (None, Version::Digest(checksum, value)) => Some((*checksum, value)),
        (None, _) => None,
    };
    let digest = digest.map(|(checksum, value)| (checksum.name(), value.as_str()));
    system.fetch(&request(row, Method::Get, &remote.url), path, digest)
}

fn request(row: &Row<File>, method: Method, url: &str) -> Request {
    Request { row: row.id(), ..Request::new(method, url) }
}

impl Version {
    /// Reads the headers of a response. Puppet: the given checksum type is preferred, then the strongest digest.
    fn of(response: &Response, preferred: Option<Checksum>) -> Self {
        let header = |name: &str| {
            let found = response.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.trim())
        };
        let digest = |checksum: Checksum| {
            let found = header(&format!("x-checksum-{}", checksum.name())).map(str::to_ascii_lowercase);
            let found = match checksum {
                Checksum::Md5 => found.or_else(|| header("content-md5").and_then(hex_of_base64)),
                _ => found,
            };
            found.filter(|digest| checksum.fits(digest)).map(|digest| Self::Digest(checksum, digest))
        };
        let modified = || header("last-modified").and_then(seconds).map(Self::Modified);
        let preferred = preferred.and_then(|checksum| if checksum.is_time() { modified() } else { digest(checksum) });
        preferred
            .or_else(|| [Checksum::Sha256, Checksum::Sha1, Checksum::Md5].into_iter().find_map(digest))
            .or_else(modified)
            .unwrap_or(Self::Unknown)
    }

    /// Formats the version as a checksum for messages.
    pub(crate) fn checksum(&self) -> String {
        match self {
            Self::Digest(checksum, digest) => format!("{{{}}}{digest}", checksum.name()),
            Self::Modified(seconds) => format!("{{mtime}}{}", timestamp_in_zone(*seconds, "UTC")),
            Self::Content(_) | Self::Unknown => "{sha256}unknown".to_owned(),
        }
    }
}

/// Parses a date of HTTP (`Wed, 21 Oct 2015 07:28:00 GMT`) to seconds since 1970.
fn seconds(text: &str) -> Option<i64> {
    let time = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(time.as_secs()).ok()
}

/// Converts a digest from base64 to hexadecimal.
fn hex_of_base64(text: &str) -> Option<String> {
    let bytes = STANDARD.decode(text).ok()?;
    Some(bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_http_are_seconds() {
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(seconds("Wed, 21 Oct 2015 07:28:00 GMT"), Some(1_445_412_480));
        assert_eq!(seconds("yesterday"), None);
    }

    #[test]
    fn strongest_digest_of_the_headers_is_used() {
        let of = |headers: &[(&str, &str)], preferred| {
            let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            Version::of(&Response { status: 200, headers, body: Vec::new() }, preferred)
        };
        let md5 = ("Content-MD5", "XUFAKrxLKna5cZ2REBfFkg==");
        let hello = Version::Digest(Checksum::Md5, "5d41402abc4b2a76b9719d911017c592".to_owned());
        let modified = ("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT");
        let sha1 = ("X-Checksum-Sha1", "AAF4C61DDCC5E8A2DABEDE0F3B482CD9AEA9434D");
        let of_sha1 = Version::Digest(Checksum::Sha1, "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d".to_owned());
        assert_eq!(of(&[modified, md5], None), hello);
        assert_eq!(of(&[modified, md5, sha1], None), of_sha1);
        assert_eq!(of(&[modified, md5, sha1], Some(Checksum::Md5)), hello);
        assert_eq!(of(&[modified, md5], Some(Checksum::Mtime)), Version::Modified(1_445_412_480));
        assert_eq!(of(&[("X-Checksum-Sha256", "abc"), modified], None), Version::Modified(1_445_412_480));
        assert_eq!(of(&[("Content-MD5", "?")], None), Version::Unknown);
    }
}
