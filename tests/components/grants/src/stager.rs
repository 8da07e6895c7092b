//! Provider that stages a file, lets commands write and check it, and commits it.

use marotte_sdk::prelude::*;

use crate::schema::{Ensure, Stager, StagerAttribute, StagerState, Staging};

/// A path that the component may write, but that no attribute contains.
const ELSEWHERE: &str = "/leak/staged";

/// Performs the steps described by the row.
#[derive(Debug, Default)]
pub struct StagerProvider;

impl Provider for StagerProvider {
    type Resource = Stager;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Stager>]) -> Vec<Result<State<Stager>>> {
        for_each_row(rows, |_| Ok(StagerState { ensure: Some(Ensure::Absent) }.into()))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Stager>,
        _is: &StagerState,
        _changed: &[StagerAttribute],
    ) -> Result<Applied<StagerAttribute>> {
        let stage = |path: Option<&str>| system.stage(path, &vec!["draft\n".into()], &Attrs::default());
        let copy = |path: String| {
            let (from, to) = (format!("if={}", row.source), format!("of={path}"));
            system.run(&Command::named("dd", &["status=none", &from, &to]))
        };
        match row.how {
            Staging::Beside => {
                let staged = stage(Some(&row.path))?;
                copy(staged.path())?;
                let check = system.query_one(&Command::named("grep", &["-q", "good", &staged.path()]))?;
                if check.status != 0 {
                    return Err(Error::invalid("the check failed"));
                }
                staged.commit(None)?;
            }
            Staging::Elsewhere => drop(copy(stage(Some(ELSEWHERE))?.path())?),
            Staging::Temporary => {
                let staged = stage(None)?;
                let count = system.query_one(&Command::named("wc", &["-c", &staged.path()]))?;
                system.write(&row.path, &vec![count.text().into_owned().into()], &Attrs::default(), None)?;
                copy(staged.path())?;
            }
        }
        Ok(Applied::all())
    }
}
