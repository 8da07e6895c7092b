//! Additional resources: copies next to a resource, parts within it, and the list of existing resources.

use marotte_sdk::prelude::*;

use crate::ItemProvider;
use crate::item_provider::{path, state};
use crate::schema::{Ensure, Item};

impl Generate for ItemProvider {
    fn generate(&mut self, _system: &impl ReadSystem, rows: &[Row<Item>]) -> Result<Vec<Generated>> {
        let copies = |row| {
            let copy = move |number| {
                let text = format!("copy {number} of {}\n", path(row));
                Generated::new(row, "file", format!("{}.copy{number}", path(row))).with("content", text)
            };
            (1..=row.copies).map(copy)
        };
        Ok(rows.iter().flat_map(copies).collect())
    }
}

impl Expand for ItemProvider {
    fn expand(&mut self, _system: &impl ReadSystem, row: &Row<Item>) -> Result<Vec<Generated>> {
        let parts = row.parts.iter().flatten();
        Ok(parts.map(|part| Generated::new(row, "notify", format!("{} has a part: {part}", row.label))).collect())
    }
}

impl Instances for ItemProvider {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Item>>> {
        let hall = Place { row: 0, path: "/hall".to_owned() };
        let entries = system.walk(&hall, 1, false, &["*.copy*".to_owned()], 100)?.into_iter();
        let listed = entries.map(|entry| {
            let title = format!("/hall:{}", entry.path.rsplit('/').next().unwrap_or_default());
            Ok(Instance { title, is: state(system, &Place { row: 0, path: entry.path })? })
        });
        let is_there = |found: &Result<Instance<Item>>| {
            found.as_ref().map_or(true, |found| found.is.ensure == Some(Ensure::Present))
        };
        listed.filter(is_there).collect()
    }
}
