//! Provider that reads other resources and attempts to read their secrets.

use marotte_sdk::prelude::*;
use marotte_sdk::{Problems, Secret};

use crate::schema::{Ensure, Finder, FinderAttribute, FinderState};

/// Logs the resources of a type.
#[derive(Debug, Default)]
pub struct FinderProvider;

/// Formats a resource as a line: `title: value, value`.
fn line(found: &marotte_sdk::system::CatalogResource, show: &impl Fn(Secret) -> String) -> String {
    let values = found.values.iter().map(|(_, value)| match value {
        Value::Text(text) => text.clone(),
        Value::Secret(secret) => show(*secret),
        other => format!("{other:?}"),
    });
    format!("{}: {}", found.title, values.collect::<Vec<_>>().join(", "))
}

impl Canonicalize for Finder {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, _problems: &mut Problems<Self>) {
        for found in system.find(&row.name, &row.columns) {
            system.debug(&*row, &format!("early {}", line(&found, &|_| "a secret".to_owned())));
        }
    }
}

impl Provider for FinderProvider {
    type Resource = Finder;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Finder>]) -> Vec<Result<State<Finder>>> {
        for_each_row(rows, |row| {
            let show = |secret| system.reveal(secret).unwrap_or_else(|error| format!("({})", error.message));
            for found in system.find(&row.name, &row.columns) {
                system.notice(row, &line(&found, &show));
            }
            if let Some(Text::Secret(secret)) = row.own {
                system.notice(row, &format!("own: {}", show(secret).len()));
            }
            Ok(FinderState { ensure: Some(Ensure::Present) }.into())
        })
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Finder>,
        _is: &FinderState,
        _changed: &[FinderAttribute],
    ) -> Result<Applied<FinderAttribute>> {
        Ok(Applied::all())
    }
}
