//! Fetching the file from a remote host, a module or the local file system. The file is replaced only if it
//! is complete and has the expected checksum.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::remote::{checksum, request};
use crate::{Archive, Checksum, Source, Switch};

/// Fetches the file.
pub(crate) fn bring(system: &impl WriteSystem, row: &Row<Archive>) -> Result<()> {
    if let Some(directory) = &row.temp_dir
        && kind(system, row, &directory.0)? != Some(Kind::Directory)
    {
        return Err(Error::other(format!("Temporary directory {} doesn't exist", directory.0)));
    }
    let Some(source) = &row.source else {
        return Err(Error::invalid("Unable to fetch archive, the source parameter is nil."));
    };
    make_directory(system, row)?;
    let wanted = match row.checksum_type.algorithm().filter(|_| verifies(row)) {
        None => None,
        // An empty checksum matches no content.
        Some(algorithm) => Some((algorithm, checksum(system, row)?.unwrap_or_default())),
    };
    let wanted = wanted.as_ref().map(|(algorithm, digest)| (*algorithm, digest.as_str()));
    if source.is_remote() { download(system, row, source, wanted) } else { copy(system, row, source, wanted) }
}

fn verifies(row: &Archive) -> bool {
    match &row.checksum {
        Some(Checksum::Verify(verify)) => *verify,
        _ => row.checksum_verify == Switch::True,
    }
}

fn download(
    system: &impl WriteSystem,
    row: &Row<Archive>,
    source: &Source,
    wanted: Option<(&str, &str)>,
) -> Result<()> {
    let fetched = system.fetch(&request(system, row, &source.0)?, &row.path.0, wanted);
    fetched.map_err(|error| match (error.code, wanted) {
        (Code::Invalid, Some((_, digest))) => {
            let message = format!("Download file checksum mismatch (expected: {digest}): {}", error.message);
            error.reword(message)
        }
        _ => error,
    })
}

fn copy(system: &impl WriteSystem, row: &Row<Archive>, source: &Source, wanted: Option<(&str, &str)>) -> Result<()> {
    let body = vec![Part::File(row.place(source.0.as_str()))];
    let missing = |error: Error| match error.code {
        Code::NotFound => error.reword(format!("Source file: {} does not exists.", source.0)),
        _ => error,
    };
    if let Some((algorithm, expected)) = wanted {
        let actual = system.digest_one(&body, algorithm).map_err(missing)?;
        if actual != expected {
            let message = format!("Download file checksum mismatch (expected: {expected} actual: {actual})");
            return Err(Error::other(message));
        }
    }
    system.write(&row.path.0, &body, &Attrs::default(), None).map_err(missing)
}

fn make_directory(system: &impl WriteSystem, row: &Row<Archive>) -> Result<()> {
    let Some((directory, _)) = row.path.0.rsplit_once('/').filter(|(directory, _)| !directory.is_empty()) else {
        return Ok(());
    };
    if kind(system, row, directory)?.is_some() {
        return Ok(());
    }
    let command = Command { row: row.id(), merge_stderr: true, ..Command::named("mkdir", &["-p", "--", directory]) };
    let output = system.mutate(&command)?;
    if output.is_success() {
        return Ok(());
    }
    Err(Error::other(format!("Could not create the directory {directory}: {}", output.text().trim_end())))
}

fn kind(system: &impl ReadSystem, row: &Row<Archive>, path: &str) -> Result<Option<Kind>> {
    match system.stat_one(&row.place(path), true, Want::empty()) {
        Err(error) if error.code == Code::NotFound => Ok(None),
        found => Ok(found?.map(|found| found.kind)),
    }
}
