//! Checksums of file contents: digests or timestamps. They are used for comparisons that the host cannot do on
//! the contents themselves, and for messages.

use marotte_sdk::prelude::*;
use marotte_sdk::time::Date;

use crate::schema::{Checksum, File};

/// Returns the checksum of an existing file.
pub(crate) fn of_file(system: &impl ReadSystem, row: &Row<File>, metadata: &Metadata) -> Result<String> {
    match row.checksum {
        Some(Checksum::None) => Ok("{none}".to_owned()),
        Some(checksum) if checksum.is_time() => Ok(of_time(checksum, checksum.time(metadata))),
        _ => of_body(system, row, &vec![row.place(row.path.as_str()).into()]),
    }
}

/// Returns the checksum of an existing file for a message; the host may time out on the digest of a large file.
pub(crate) fn shown_of_file(system: &impl ReadSystem, row: &Row<File>, metadata: &Metadata) -> Result<String> {
    match of_file(system, row, metadata) {
        Err(error) if error.code == Code::Timeout => Ok(format!("{{{}}}unknown", algorithm(row))),
        other => other,
    }
}

fn algorithm(row: &Row<File>) -> &'static str {
    row.checksum.and_then(Checksum::digest).unwrap_or("sha256")
}

/// Returns the digest of a body, formatted for messages.
pub(crate) fn of_body(system: &impl ReadSystem, row: &Row<File>, body: &Body) -> Result<String> {
    digest(system, body, algorithm(row))
}

/// Returns the digest of a body by an algorithm, formatted for messages.
pub(crate) fn digest(system: &impl ReadSystem, body: &Body, algorithm: &str) -> Result<String> {
    let digest = system.digest_one(body, algorithm)?;
    Ok(format!("{{{algorithm}}}{digest}"))
}

/// Returns a timestamp, formatted for messages.
pub(crate) fn of_time(checksum: Checksum, ns: i64) -> String {
    format!("{{{}}}{}", checksum.name(), timestamp(ns))
}

impl Checksum {
    /// Returns the name of the digest algorithm; `None` for timestamps and `none`.
    pub(crate) fn digest(self) -> Option<&'static str> {
        match self {
            Self::Mtime | Self::Ctime | Self::None => None,
            other => Some(other.name()),
        }
    }

    /// Returns the timestamp used as checksum.
    pub(crate) fn time(self, metadata: &Metadata) -> i64 {
        if self == Self::Ctime { metadata.ctime_ns } else { metadata.mtime_ns }
    }

    /// Returns Puppet's name of the checksum type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sha256 => "sha256",
            Self::Sha256lite => "sha256lite",
            Self::Md5 => "md5",
            Self::Md5lite => "md5lite",
            Self::Sha1 => "sha1",
            Self::Sha1lite => "sha1lite",
            Self::Sha512 => "sha512",
            Self::Sha384 => "sha384",
            Self::Sha224 => "sha224",
            Self::Mtime => "mtime",
            Self::Ctime => "ctime",
            Self::None => "none",
        }
    }

    /// Returns whether only the beginning of a file is digested, so that equal digests do not imply equal files.
    pub(crate) fn is_lite(self) -> bool {
        matches!(self, Self::Sha256lite | Self::Md5lite | Self::Sha1lite)
    }

    /// Returns whether the checksum is a timestamp.
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Mtime | Self::Ctime)
    }

    /// Returns whether a text is a valid digest for this algorithm.
    pub(crate) fn fits(self, digest: &str) -> bool {
        let length = match self {
            Self::Md5 | Self::Md5lite => 32,
            Self::Sha1 | Self::Sha1lite => 40,
            Self::Sha224 => 56,
            Self::Sha256 | Self::Sha256lite => 64,
            Self::Sha384 => 96,
            Self::Sha512 => 128,
            Self::Mtime | Self::Ctime | Self::None => return false,
        };
        digest.len() == length && digest.bytes().all(|digit| digit.is_ascii_hexdigit())
    }
}

/// Formats a time in nanoseconds like Ruby.
pub(crate) fn timestamp(ns: i64) -> String {
    timestamp_in_zone(ns.div_euclid(1_000_000_000), "+0000")
}

/// Formats a time in seconds like Ruby, which writes the zone of some times as `UTC`.
pub(crate) fn timestamp_in_zone(seconds: i64, zone: &str) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let date = Date::from_unix_days(days);
    format!("{date} {:02}:{:02}:{:02} {zone}", rest / 3_600, rest % 3_600 / 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn times_are_formatted_like_ruby() {
        assert_eq!(timestamp(0), "1970-01-01 00:00:00 +0000");
        assert_eq!(timestamp(1_795_171_085_879_576_660), "2026-11-20 10:38:05 +0000");
        assert_eq!(timestamp(951_782_400_000_000_000), "2000-02-29 00:00:00 +0000");
        assert_eq!(timestamp(-1), "1969-12-31 23:59:59 +0000");
    }
}
