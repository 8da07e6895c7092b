//! A type that supports refreshes. Its color is always out of sync.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Thing, ThingState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    #[provider(name = "mem", by = super::Mem, refresh)]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub color: Option<String>,
    }
}

provider!(Mem of Thing, get |_system, _row| Ok(ThingState { color: Some("old".to_owned()) }.into()));

impl Refresh for Mem {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Thing>) -> Result<()> {
        system.notice(row, &format!("refresh of {}", row.name));
        Ok(())
    }
}
