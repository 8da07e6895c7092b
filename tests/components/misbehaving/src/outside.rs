//! Provider that writes outside of its granted directory and returns the host's error.

use marotte_sdk::prelude::*;

use crate::schema::{Ensure, HostileOutside, HostileOutsideAttribute, HostileOutsideState, Way};

/// Attempts to write outside of its directory.
#[derive(Debug, Default)]
pub struct OutsideProvider;

impl Provider for OutsideProvider {
    type Resource = HostileOutside;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<HostileOutside>]) -> Vec<Result<State<HostileOutside>>> {
        for_each_row(rows, |_| Ok(HostileOutsideState { ensure: Some(Ensure::Absent) }.into()))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<HostileOutside>,
        _is: &HostileOutsideState,
        _changed: &[HostileOutsideAttribute],
    ) -> Result<Applied<HostileOutsideAttribute>> {
        let file = match row.how {
            Way::Direct => "/elsewhere/x".to_owned(),
            Way::Symlink => format!("{}/out/x", row.path),
            Way::Dots => format!("{}/../elsewhere/x", row.path),
            Way::OwnLink => format!("{}/x", own_link(system, row)?),
            Way::Follow => {
                let attrs = Attrs { mode: Some(0o777), ..Attrs::default() };
                system.set_attrs(&own_link(system, row)?, &attrs, true)?;
                return Ok(Applied::all());
            }
        };
        system.write(&file, &vec!["out\n".into()], &Attrs::default(), None)?;
        Ok(Applied::all())
    }
}

/// Creates a symbolic link to the other directory and returns its path.
fn own_link(system: &impl WriteSystem, row: &HostileOutside) -> Result<String> {
    let link = format!("{}/exit", row.path);
    system.make_symlink("/elsewhere", &link, &Attrs::default())?;
    Ok(link)
}
