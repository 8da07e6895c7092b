//! Provider that lists all files of its directory.

use marotte_sdk::prelude::*;

use crate::schema::{Ensure, Stock, StockAttribute, StockState};

/// The directory.
const DIRECTORY: &str = "/stock";

/// Manages files that contain a number.
#[derive(Debug, Default)]
pub struct StockProvider;

fn state(system: &impl ReadSystem, place: &Place) -> Result<StockState> {
    match system.read_text(place, 100) {
        Ok(text) => {
            let amount = text.trim();
            let digits = i64::try_from(amount.len()).ok();
            Ok(StockState { ensure: Some(Ensure::Present), amount: amount.parse().ok(), digits })
        }
        Err(error) if error.code == Code::NotFound => Ok(StockState::absent()),
        Err(error) => Err(error),
    }
}

impl Provider for StockProvider {
    type Resource = Stock;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Stock>]) -> Vec<Result<State<Stock>>> {
        for_each_row(rows, |row| Ok(state(system, &row.place(format!("{DIRECTORY}/{}", row.name)))?.into()))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Stock>,
        _is: &StockState,
        _changed: &[StockAttribute],
    ) -> Result<Applied<StockAttribute>> {
        let path = format!("{DIRECTORY}/{}", row.name);
        match row.ensure {
            Ensure::Present => {
                let amount = row.amount.unwrap_or_default().to_string();
                system.write(&path, &vec![amount.as_str().into()], &Attrs::default(), None)?;
            }
            Ensure::Absent => system.remove(&path, false, None)?,
        }
        Ok(Applied::all())
    }
}

impl Instances for StockProvider {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Stock>>> {
        let directory = Place::unowned(DIRECTORY);
        let entries = system.walk(&directory, 1, false, &[], 1000)?.into_iter();
        let instance = |path: String| {
            let title = path.rsplit('/').next().unwrap_or_default().to_owned();
            Ok(Instance { title, is: state(system, &Place::unowned(path))? })
        };
        let is_hidden = |path: &str| path.contains("/.");
        let (hidden, shown): (Vec<_>, Vec<_>) = entries.map(|entry| entry.path).partition(|path| is_hidden(path));
        if !hidden.is_empty() {
            system.warning(LogContext::default(), &format!("{} are hidden", hidden.len()));
        }
        shown.into_iter().map(instance).collect()
    }
}
