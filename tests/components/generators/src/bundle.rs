//! Provider that generates files next to its directory before the run, and at its turn adds the content of those
//! without any.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::schema::{Bundle, BundleAttribute, BundleState, Ensure};

/// Manages a directory with files next to it.
#[derive(Debug, Default)]
pub struct BundleProvider;

impl Provider for BundleProvider {
    type Resource = Bundle;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Bundle>]) -> Vec<Result<State<Bundle>>> {
        let places: Vec<Place> = rows.iter().map(|row| row.place(&row.path)).collect();
        let found = system.stat(&places, false, Want::empty()).into_iter();
        let state = |there: bool| BundleState { ensure: Some(if there { Ensure::Present } else { Ensure::Absent }) };
        found.map(|found| Ok(state(found?.is_some()).into())).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Bundle>,
        _is: &BundleState,
        _changed: &[BundleAttribute],
    ) -> Result<Applied<BundleAttribute>> {
        match row.ensure {
            Ensure::Present => system.make_directory(&row.path, &Attrs::default(), false)?,
            Ensure::Absent => system.remove(&row.path, true, None)?,
        }
        Ok(Applied::all())
    }
}

impl Generate for BundleProvider {
    fn generate(&mut self, _system: &impl ReadSystem, rows: &[Row<Bundle>]) -> Result<Vec<Generated>> {
        let files = rows.iter().flat_map(|row| row.files.iter().map(move |(name, content)| (row, name, content)));
        let generated = files.map(|(row, name, content)| {
            let file = Generated::new(row, &row.of, format!("{}/{name}", row.path)).with("ensure", "file");
            let file = if content.is_empty() { file } else { file.with("content", content.as_str()) };
            match &row.extra {
                Some(extra) => file.with(extra, "x"),
                None => file,
            }
        });
        Ok(generated.collect())
    }
}

impl Expand for BundleProvider {
    fn expand(&mut self, _system: &impl ReadSystem, row: &Row<Bundle>) -> Result<Vec<Generated>> {
        let open = row.files.iter().filter(|(_, content)| content.is_empty());
        let complete = |(name, _): (&String, &String)| {
            Generated::new(row, &row.of, format!("{}/{name}", row.path)).with("content", "at its turn\n")
        };
        Ok(open.map(complete).collect())
    }
}
