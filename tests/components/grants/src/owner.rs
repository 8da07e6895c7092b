//! Provider that changes owners and modes, with a grant in `/lent` only.

use marotte_sdk::prelude::*;

use crate::schema::{Ensure, How, Owner, OwnerAttribute, OwnerState};

/// A user and group other than those of the test.
const OTHER_USER: u32 = 54_321;

/// Performs the change described by the row.
#[derive(Debug, Default)]
pub struct OwnerProvider;

impl Provider for OwnerProvider {
    type Resource = Owner;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Owner>]) -> Vec<Result<State<Owner>>> {
        for_each_row(rows, |_| Ok(OwnerState { ensure: Some(Ensure::Absent) }.into()))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Owner>,
        _is: &OwnerState,
        _changed: &[OwnerAttribute],
    ) -> Result<Applied<OwnerAttribute>> {
        let (path, body): (&str, Body) = (&row.path, vec!["new\n".into()]);
        let mode = |mode| Attrs { mode: Some(mode), ..Attrs::default() };
        let other = Attrs { uid: Some(OTHER_USER), gid: Some(OTHER_USER), ..Attrs::default() };
        match row.how {
            How::WriteSuid => system.write(path, &body, &mode(0o4755), None)?,
            How::Suid => system.set_attrs(path, &mode(0o4755), false)?,
            How::Sgid => system.set_attrs(path, &mode(0o2755), false)?,
            How::StageSuid => drop(system.stage(Some(path), &body, &mode(0o4755))?),
            How::TemporarySuid => drop(system.stage(None, &body, &mode(0o4755))?),
            How::Rewrite => system.write(path, &body, &Attrs::default(), None)?,
            How::Chown => system.set_attrs(path, &other, false)?,
            How::Keep => {
                let there = system.stat_one(&row.place(path), false, marotte_sdk::system::Want::empty())?;
                let there = there.ok_or_else(|| Error::invalid("nothing is there"))?;
                let attrs = Attrs { uid: Some(there.uid), gid: Some(there.gid), ..Attrs::default() };
                system.set_attrs(path, &attrs, false)?;
            }
            How::Directory => system.make_directory(path, &other, false)?,
            How::Link => system.make_symlink("/etc", path, &other)?,
            How::Mode => system.set_attrs(path, &mode(0o1777), false)?,
        }
        Ok(Applied::all())
    }
}
