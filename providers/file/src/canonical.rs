//! Checks of a file before anything is read: canonical paths and modes, implied values, and combinations that
//! exclude each other. Unsupported values are rejected by name unless they have no effect.

use marotte_sdk::normal_path;
use marotte_sdk::prelude::*;

use crate::attribute::{Content, Identity, Mode};
use crate::label::is_stored_range;
use crate::schema::{Checksum, Ensure, File, FileAttribute, Recurse};
use crate::source;

impl Canonicalize for File {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        canonicalize_path(row, problems);
        canonicalize_staging_location(row, problems);
        canonicalize_mode(row);
        canonicalize_source(row, problems);
        derive_ensure(row, problems);
        refuse_values(row, problems);
        refuse_unsupported(row, system, problems);
        refuse_combinations(row, problems);
        refuse_bucket(row, system, problems);
    }
}

fn canonicalize_path(row: &mut Row<File>, problems: &mut Problems<File>) {
    match normal_path(&row.path) {
        Some(path) if path != row.path => row.path = path,
        Some(_) => {}
        None => problems.error(row, FileAttribute::Path, not_absolute(&row.path)),
    }
}

fn canonicalize_staging_location(row: &mut Row<File>, problems: &mut Problems<File>) {
    let Some(directory) = &row.staging_location else { return };
    match normal_path(directory) {
        Some(path) if path != *directory => row.staging_location = Some(path),
        Some(_) => {}
        None => problems.error(row, FileAttribute::StagingLocation, not_absolute(directory)),
    }
}

fn not_absolute(path: &str) -> String {
    format!("File paths must be fully qualified, not '{path}'")
}

fn canonicalize_mode(row: &mut Row<File>) {
    let spelled = row.mode.as_ref().map(|mode| (mode.permissions.text(), mode.permissions.clone()));
    if let Some((text, permissions)) =
        spelled.filter(|(text, _)| row.mode.as_ref().is_some_and(|mode| mode.text != *text))
    {
        row.mode = Some(Mode { text, permissions });
    }
}

fn canonicalize_source(row: &mut Row<File>, problems: &mut Problems<File>) {
    let Some(sources) = &row.source else { return };
    match sources.iter().map(|source| source::canonical(source)).collect::<Result<Vec<_>, _>>() {
        Ok(canonical) if canonical != *sources => row.source = Some(canonical),
        Ok(_) => {}
        Err(message) => problems.error(row, FileAttribute::Source, message),
    }
}

/// Derives `ensure` from other attributes. Puppet: any other value is the target of a link.
fn derive_ensure(row: &mut Row<File>, problems: &mut Problems<File>) {
    match &row.ensure {
        Some(Ensure::Other(target)) => {
            if let Some(choice) = misspelt(target) {
                let message = format!("'ensure => {target}' creates a link to '{target}'; did you mean '{choice}'?");
                problems.warning(row, FileAttribute::Ensure, message);
            }
            row.target = Some(target.clone());
            row.ensure = Some(Ensure::Link);
        }
        Some(_) => {}
        None if row.target.is_some() => row.ensure = Some(Ensure::Link),
        None if row.content.is_some() => row.ensure = Some(Ensure::File),
        None => {}
    }
}

/// Returns the value of `ensure` that differs from a text in one inserted, removed, replaced or swapped letter.
pub(crate) fn misspelt(text: &str) -> Option<&'static str> {
    let is_near = |choice: &&'static str| {
        let (a, b) = (text.as_bytes(), choice.as_bytes());
        let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[start..], &b[start..]);
        let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
        matches!((a, b), ([], [_]) | ([_], [] | [_])) || matches!((a, b), ([a, b], [c, d]) if a == d && b == c)
    };
    let choices = ["present", "absent", "file", "directory", "link"];
    choices.into_iter().find(is_near).filter(|_| !text.contains('/'))
}

fn refuse_values(row: &Row<File>, problems: &mut Problems<File>) {
    if row.group == Some(Identity::Name(String::new())) {
        problems.error(row, FileAttribute::Group, "Invalid group name '\"\"'");
    }
    let read_only = [
        (FileAttribute::Type, row.r#type.is_some()),
        (FileAttribute::Ctime, row.ctime.is_some()),
        (FileAttribute::Mtime, row.mtime.is_some()),
    ];
    for (attribute, _) in read_only.into_iter().filter(|(_, is_set)| *is_set) {
        problems.error(row, attribute, format!("{} is read-only", attribute.name()));
    }
    if let Some(Content::Text(text)) = &row.content
        && is_digest(text)
    {
        let message = format!(
            "content => '{text}' refers to a file in a filebucket, which is not supported; specify the content itself"
        );
        problems.error(row, FileAttribute::Content, message);
    }
}

/// Returns whether a text is `{algorithm}digest` and nothing else.
fn is_digest(text: &str) -> bool {
    let Some((algorithm, digest)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) else { return false };
    Checksum::from_value(algorithm.into()).is_ok_and(|checksum| checksum.fits(digest))
}

fn refuse_unsupported(row: &Row<File>, system: &impl System, problems: &mut Problems<File>) {
    // Puppet: SELinux attributes are ignored without SELinux.
    if let Some(range) = row.selrange.as_deref().filter(|range| !is_stored_range(range))
        && system.fact("os.selinux.enabled") == Some(Value::Boolean(true))
    {
        let message = format!("selrange => {range} is not supported; specify the stored range, such as s0:c0.c1023");
        problems.error(row, FileAttribute::Selrange, message);
    }
}

/// Returns whether the content of a directory is managed with it.
pub(crate) fn recurses(row: &Row<File>) -> bool {
    row.recurse.is_some_and(|recurse| recurse != Recurse::False)
}

/// The filebucket that exists by default.
const DEFAULT_BUCKET: &str = "puppet";

fn refuse_bucket(row: &Row<File>, system: &impl System, problems: &mut Problems<File>) {
    let backup = row.backup.as_ref().and_then(|backup| backup.0.as_deref());
    let Some(bucket) = backup.filter(|backup| !backup.starts_with('.') && *backup != DEFAULT_BUCKET) else { return };
    if !system.find("filebucket", &[]).iter().any(|found| found.title == bucket) {
        let message = format!("Could not find filebucket {bucket} specified in backup");
        problems.error(row, FileAttribute::Backup, message);
    }
}

fn refuse_combinations(row: &Row<File>, problems: &mut Problems<File>) {
    let creators = [row.content.is_some(), row.source.is_some(), row.target.is_some()];
    if creators.iter().filter(|is_given| **is_given).count() > 1 {
        problems.error(row, None, "You cannot specify more than one of content, source, target");
    }
    if row.recurse == Some(Recurse::Remote) && row.source.is_none() {
        problems.error(row, None, "You cannot specify a remote recursion without a source");
    }
    // Reading a target would need a grant, and `ensure => '/path'` turns any path into a target.
    if row.target.is_some() && recurses(row) {
        problems.error(row, FileAttribute::Recurse, "recurse with a target is not supported");
    }
    let checksum = row.checksum.unwrap_or(Checksum::Sha256);
    if checksum == Checksum::None && row.source.is_some() {
        problems.error(row, None, "You cannot specify source when using checksum 'none'");
    }
    if checksum.digest().is_none() && row.content.is_some() {
        problems.error(row, None, format!("You cannot specify content when using checksum '{}'", checksum.name()));
    }
    if let Some(digest) = &row.checksum_value {
        if !checksum.fits(digest) {
            let name = checksum.name();
            problems.error(row, None, format!("Checksum value '{digest}' is not a valid checksum type {name}"));
        }
        if row.content.is_none() && row.source.is_none() {
            problems.warning(row, None, "Checksum value is ignored unless content or source are specified");
        }
    }
    if row.recurselimit.is_some() && !recurses(row) {
        problems.warning(row, None, "Possible error: recurselimit is set but not recurse, no recursion will happen");
    }
}
