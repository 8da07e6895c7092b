//! A type whose attributes have the same names as identifiers in the generated code.

use marotte_sdk::prelude::*;

use schema::{Odd, OddAttribute, OddState};

/// The schema of the type.
#[marotte_sdk::package]
pub mod schema {
    /// A type with unusual attribute names.
    #[resource(name = "odd")]
    #[provider(name = "only", by = super::Only)]
    pub struct Odd {
        /// The name of the resource.
        #[parameter(namevar)]
        pub slots: String,
        /// A text.
        #[property]
        pub values: Option<String>,
        /// A number.
        #[property]
        pub value: Option<u32>,
        /// A list.
        #[parameter]
        pub row: Vec<String>,
    }
}

/// The only provider.
#[derive(Debug, Default)]
pub struct Only;

impl Provider for Only {
    type Resource = Odd;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Odd>]) -> Vec<Result<State<Odd>>> {
        for_each_row(rows, |row| Ok(OddState { values: Some(row.slots.clone()), value: Some(1) }.into()))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Odd>,
        _is: &OddState,
        _changed: &[OddAttribute],
    ) -> Result<Applied<OddAttribute>> {
        system.notice(row, &row.row.join(" "));
        Ok(Applied::all())
    }
}
