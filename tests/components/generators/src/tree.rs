//! Provider whose directories generate further directories within them.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::schema::{Ensure, Tree, TreeAttribute, TreeState};

/// Manages a directory with nested directories.
#[derive(Debug, Default)]
pub struct TreeProvider;

impl Provider for TreeProvider {
    type Resource = Tree;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Tree>]) -> Vec<Result<State<Tree>>> {
        let places: Vec<Place> = rows.iter().map(|row| row.place(&row.path)).collect();
        let found = system.stat(&places, false, Want::empty()).into_iter();
        let state = |there: bool| TreeState { ensure: Some(if there { Ensure::Present } else { Ensure::Absent }) };
        found.map(|found| Ok(state(found?.is_some()).into())).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Tree>,
        _is: &TreeState,
        _changed: &[TreeAttribute],
    ) -> Result<Applied<TreeAttribute>> {
        system.make_directory(&row.path, &Attrs::default(), false)?;
        Ok(Applied::all())
    }
}

impl Expand for TreeProvider {
    fn expand(&mut self, _system: &impl ReadSystem, row: &Row<Tree>) -> Result<Vec<Generated>> {
        match row.wrong.as_deref() {
            Some("fail") => return Err(Error::other("the forest is closed")),
            Some(_) => panic!("lost in the forest"),
            None => {}
        }
        let branch = |number: i64| {
            let path = format!("{}/{number}", row.path);
            let tree = Tree { path: path.clone(), ensure: row.ensure, depth: row.depth - 1, wrong: None };
            Generated::of(row, path, tree)
        };
        Ok((0..row.depth).map(branch).collect())
    }
}
