//! State of a file: whether it exists with the expected checksum, and whether it has been extracted.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::remote::checksum;
use crate::{Archive, ChecksumType};

/// The current state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Whether the file exists.
    pub(crate) is_there: bool,
    /// Whether the archive has been extracted, that is, whether the path in `creates` exists.
    pub(crate) is_extracted: bool,
    /// The checksum of the file, if it is verified.
    pub(crate) digest: Option<String>,
    /// The expected checksum, if it was determined.
    pub(crate) wanted: Option<String>,
}

impl Found {
    /// Returns whether the file exists and has the expected checksum.
    pub(crate) fn is_intact(&self, row: &Archive) -> bool {
        self.is_there
            && (row.checksum_type == ChecksumType::None || self.digest.is_some() && self.digest == self.wanted)
    }

    /// Returns whether nothing needs to be fetched. The file of an extracted archive may have been removed.
    pub(crate) fn is_done(&self, row: &Archive) -> bool {
        self.is_intact(row) || self.is_extracted && !self.is_there
    }
}

/// Returns the states of the files of many rows at once.
pub(crate) fn find(system: &impl ReadSystem, rows: &[&Row<Archive>]) -> Vec<Result<Found>> {
    let paths: Vec<Place> = rows.iter().map(|row| row.place(row.path.0.as_str())).collect();
    let made: Vec<Place> =
        rows.iter().filter_map(|row| row.creates.as_ref().map(|made| row.place(made.as_str()))).collect();
    let mut created = system.stat(&made, true, Want::empty()).into_iter();
    let files = system.stat(&paths, false, Want::empty());
    let mut found = Vec::new();
    for (row, file) in rows.iter().zip(files) {
        let created = row.creates.as_ref().and_then(|_| created.next());
        found.push(merge(file, created));
    }
    let counts = |(row, found): &(&Row<Archive>, &mut Result<Found>)| {
        row.checksum_type != ChecksumType::None && found.as_ref().is_ok_and(|found| found.is_there)
    };
    let mut checked: Vec<(&Row<Archive>, &mut Result<Found>)> =
        rows.iter().copied().zip(&mut found).filter(counts).collect();
    for kind in KINDS {
        let of_kind = |row: &Row<Archive>| row.checksum_type.algorithm() == Some(kind);
        let bodies: Vec<Body> = checked
            .iter()
            .filter(|(row, _)| of_kind(row))
            .map(|(row, _)| vec![Part::File(row.place(row.path.0.as_str()))])
            .collect();
        let mut digests = system.digest(&bodies, kind).into_iter();
        for (row, found) in checked.iter_mut().filter(|(row, _)| of_kind(row)) {
            let Some(digest) = digests.next() else { break };
            **found = digest.and_then(|digest| compared(system, row, found, digest));
        }
    }
    found
}

/// Checksum algorithms.
const KINDS: [&str; 5] = ["md5", "sha1", "sha256", "sha384", "sha512"];

type Stat = Result<Option<Metadata>>;

fn merge(file: Stat, created: Option<Stat>) -> Result<Found> {
    let is_there = |found: Stat| match found {
        Ok(found) => Ok(found.is_some()),
        Err(error) if error.code == Code::NotFound => Ok(false),
        Err(error) => Err(error),
    };
    Ok(Found {
        is_there: is_there(file)?,
        is_extracted: created.map_or(Ok(false), is_there)?,
        digest: None,
        wanted: None,
    })
}

fn compared(system: &impl ReadSystem, row: &Row<Archive>, found: &Result<Found>, digest: String) -> Result<Found> {
    let found = found.clone()?;
    Ok(Found { digest: Some(digest), wanted: checksum(system, row)?, ..found })
}
