//! Control information of Debian package files. dpkg-deb prints the control archive itself, since extracting it
//! would set the owners of files, which a query cannot do.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::Package;

const DPKG_DEB: Tool = Tool::new("dpkg-deb").shown_as("/usr/bin/dpkg-deb");

/// The size of a tar header, to which contents are padded.
const BLOCK: usize = 512;

/// Returns the name and the version of the package in a file.
///
/// # Errors
/// Returns an error if the file does not exist or is not a package.
pub(crate) fn identity(system: &impl ReadSystem, row: &Row<Package>, source: &str) -> Result<(String, String)> {
    let archive = DPKG_DEB.query_bytes(system, row.id(), &["--ctrl-tarfile", source])?;
    let identity = member(&archive, "control").and_then(|control| {
        let control = std::str::from_utf8(control).ok()?;
        Some((field(control, "Package")?, field(control, "Version")?))
    });
    identity.ok_or_else(|| Error::other(format!("{source} is not a Debian package")))
}

/// Finds a file in a tar archive.
fn member<'a>(archive: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let mut rest = archive;
    loop {
        let (header, content) = rest.split_at_checked(BLOCK)?;
        let size = usize::from_str_radix(text(&header[124..136]).trim_matches([' ', '\0']), 8).ok()?;
        let is_file = matches!(header[156], b'0' | 0);
        if is_file && text(&header[..100]).trim_start_matches("./") == name {
            return content.get(..size);
        }
        rest = content.get(size.checked_next_multiple_of(BLOCK)?..)?;
    }
}

/// Returns the text of a field, up to a NUL byte or the end of the field.
fn text(bytes: &[u8]) -> &str {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

/// Returns the value of a single-line field.
fn field(control: &str, name: &str) -> Option<String> {
    let value = |line: &str| {
        let (known, value) = line.split_once(':')?;
        known.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    };
    control.lines().find_map(value).filter(|value| !value.is_empty())
}

/// Creates a control archive like dpkg-deb, for tests.
#[cfg(test)]
pub(crate) fn archive(control: &str) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, kind, content) in [("./", b'5', ""), ("./md5sums", b'0', "x"), ("./control", b'0', control)] {
        let mut header = vec![0; BLOCK];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        header[156] = kind;
        archive.extend_from_slice(&header);
        archive.extend_from_slice(content.as_bytes());
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    archive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_file_is_found_in_the_archive() {
        let archive = archive("Package: a\nVersion: 1:2-3\nDescription: x\n Version: 9\n");
        let control = std::str::from_utf8(member(&archive, "control").unwrap()).unwrap();
        assert_eq!(field(control, "package").as_deref(), Some("a"));
        assert_eq!(field(control, "Version").as_deref(), Some("1:2-3"));
        assert_eq!(field(control, "Section"), None);
    }

    #[test]
    fn invalid_archive_contains_no_files() {
        assert_eq!(member(&archive("")[..700], "control"), None);
        assert_eq!(member(b"garbage", "control"), None);
        assert_eq!(member(&[0; 2048], "control"), None);
        let mut huge = archive("Package: a\n");
        huge[124..136].copy_from_slice(b"777777777777");
        assert_eq!(member(&huge, "control"), None);
    }
}
