//! Types with checks before the run.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Precheck;
use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Checked, CheckedState, Rechecked, RecheckedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "checked")]
    #[provider(name = "mem", by = super::Mem, precheck)]
    pub struct Checked {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub color: Option<String>,
        #[parameter]
        pub broken: Option<String>,
    }

    #[resource(name = "rechecked")]
    #[provider(name = "rechecked", by = super::Nothing, precheck)]
    pub struct Rechecked {
        #[parameter(namevar)]
        pub name: String,
    }
}

provider!(Mem of Checked, get |_system, _row| Ok(CheckedState { color: Some("old".to_owned()) }.into()));

provider!(Nothing of Rechecked, get |_system, _row| Ok(RecheckedState {}.into()));

impl Precheck for Mem {
    fn precheck(&mut self, _system: &impl ReadSystem, rows: &[Row<Checked>], problems: &mut Problems<Checked>) {
        for row in rows {
            if let Some(part) = &row.broken {
                problems.error(row, None, format!("{} is broken: {part}", row.name));
            }
        }
    }
}

impl Precheck for Nothing {
    fn precheck(&mut self, _system: &impl ReadSystem, rows: &[Row<Rechecked>], problems: &mut Problems<Rechecked>) {
        for row in rows {
            problems.error(row, None, format!("{} never passes", row.name));
        }
    }
}
