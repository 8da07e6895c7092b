//! The provider: selects the required steps and returns the messages of Puppet's module.

use marotte_sdk::prelude::*;

use crate::extract::extract;
use crate::state::{Found, find};
use crate::transfer::bring;
use crate::{Archive, ArchiveAttribute, ArchiveState, Ensure, Switch};

/// Value of `creates` for an archive that has not been extracted.
const PACKED: &str = "archive not extracted";

/// Provider for files fetched from a source.
#[derive(Debug, Default)]
pub struct Transfer;

impl Provider for Transfer {
    type Resource = Archive;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Archive>]) -> Vec<Result<State<Archive>>> {
        let all: Vec<&Row<Archive>> = rows.iter().collect();
        let found = find(system, &all);
        rows.iter().zip(found).map(|(row, found)| Ok(state(row, &found?))).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Archive>,
        _is: &ArchiveState,
        changed: &[ArchiveAttribute],
    ) -> Result<Applied<ArchiveAttribute>> {
        if changed.contains(&ArchiveAttribute::Ensure) {
            match row.ensure {
                Ensure::Absent => match system.remove(&row.path.0, false, None) {
                    // Another process removed it.
                    Err(error) if error.code == Code::NotFound => {}
                    removed => removed?,
                },
                Ensure::Present => create(system, row)?,
            }
        } else if changed.contains(&ArchiveAttribute::Creates) {
            unpack(system, row)?;
        }
        Ok(Applied::all())
    }
}

fn create(system: &impl WriteSystem, row: &Row<Archive>) -> Result<()> {
    if !look(system, row)?.is_intact(row) {
        bring(system, row)?;
    }
    unpack(system, row)?;
    let found = look(system, row)?;
    if found.is_extracted && found.is_there && row.cleanup == Switch::True {
        system.debug(row, &format!("Cleanup archive {}", row.path.0));
        system.remove(&row.path.0, false, None)?;
    }
    Ok(())
}

fn unpack(system: &impl WriteSystem, row: &Row<Archive>) -> Result<()> {
    if row.extract == Switch::True { extract(system, row) } else { Ok(()) }
}

fn look(system: &impl ReadSystem, row: &Row<Archive>) -> Result<Found> {
    find(system, &[row]).into_iter().next().unwrap_or_else(|| Err(Error::other("no state was read")))
}

fn state(row: &Row<Archive>, found: &Found) -> State<Archive> {
    let is_present = match row.ensure {
        Ensure::Present => found.is_done(row),
        Ensure::Absent => found.is_there,
    };
    let ensure = if is_present { Ensure::Present } else { Ensure::Absent };
    let is_packed = row.extract == Switch::True && !found.is_extracted;
    let creates = if is_packed { Some(PACKED.to_owned()) } else { row.creates.clone() };
    let mut state = State::new(ArchiveState { ensure: Some(ensure), creates });
    if ensure != row.ensure {
        state = state.with(ensure_verdict(row, found));
    } else if let Some(wanted) = row.creates.as_ref().filter(|_| is_packed) {
        let should = format!("extracting in {} to create {wanted}", extract_path(row));
        let change = format!("creates changed '{PACKED}' to {should}");
        let verdict = Verdict::differs(ArchiveAttribute::Creates).showing(format!("'{PACKED}'"), should);
        state = state.with(verdict.change(change));
    }
    state
}

fn ensure_verdict(row: &Row<Archive>, found: &Found) -> Verdict<ArchiveAttribute> {
    let verdict = Verdict::differs(ArchiveAttribute::Ensure);
    let path = &row.path.0;
    if row.ensure == Ensure::Absent {
        return verdict.change(format!("remove archive: {path} "));
    }
    if let Some(digest) = &found.digest {
        let kind = row.checksum_type.name();
        let is = format!("({kind}){digest}");
        let should = format!("({kind}){}", found.wanted.as_deref().unwrap_or_default());
        let change = format!("replace archive: {path} from {is} to {should}");
        return verdict.showing(is, should).change(change);
    }
    let source = row.source.as_ref().map_or("", |source| &source.0);
    let extract = match row.extract {
        Switch::True => format!("and extracted in {}", extract_path(row)),
        Switch::False => String::new(),
    };
    let cleanup = if row.cleanup == Switch::True { "with cleanup" } else { "without cleanup" };
    verdict.change(format!("download archive from {source} to {path} {extract} {cleanup}"))
}

fn extract_path(row: &Archive) -> &str {
    row.extract_path.as_ref().map_or("", |path| &path.0)
}
