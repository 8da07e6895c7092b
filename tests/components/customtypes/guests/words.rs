//! A type with custom texts of values and changes, and a custom comparison.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Error;
use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Spoken, SpokenAttribute, SpokenState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "spoken")]
    #[provider(name = "mem", by = super::Mem)]
    pub struct Spoken {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub mode: Option<String>,
        #[property]
        pub rank: Option<String>,
        #[property]
        pub rule: Option<String>,
    }
}

const MODE: &str = "0644";
const RANK: &str = "private";
const RULE: &str = "ALLOW";

provider!(
    Mem of Spoken,
    get |_system, row| {
        let is = |text: &str| Some(text.to_owned());
        let mut state = State::new(SpokenState { mode: is(MODE), rank: is(RANK), rule: is(RULE) });
        if let Some(should) = row.mode.as_ref().filter(|mode| *mode != MODE) {
            let verdict = Verdict::differs(SpokenAttribute::Mode);
            state = state.with(verdict.showing(format!("<{MODE}>"), format!("{{{should}}}")));
        }
        if let Some(should) = row.rank.as_ref().filter(|rank| *rank != RANK) {
            let verdict = Verdict::differs(SpokenAttribute::Rank);
            state = state.with(verdict.change(format!("promoted from {RANK} to {should}")));
        }
        if row.rule.as_ref().is_some_and(|rule| rule.eq_ignore_ascii_case(RULE)) {
            state = state.with(Verdict::insync(SpokenAttribute::Rule));
        }
        Ok(state)
    },
    set |_system, row, changed| {
        let mut applied = Applied::all();
        for attribute in changed {
            let refusal = match attribute {
                SpokenAttribute::Mode if row.mode.as_deref() == Some("bad") => "not like this",
                SpokenAttribute::Rank if row.rank.as_deref() == Some("general") => "no vacancy",
                _ => continue,
            };
            applied.note(*attribute, Err(Error::other(refusal)));
        }
        Ok(applied)
    }
);
