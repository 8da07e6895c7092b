//! Types that support refreshes, one of which refreshes itself, and one that does not support them.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Error;
use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Bell, BellState, Echoing, EchoingState, Ensure, Silent, SilentState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "bell", subscribe(bell = listens), notify(bell = tells))]
    #[provider(name = "mem", by = super::BellMem, refresh)]
    pub struct Bell {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub sound: Option<String>,
        #[property]
        pub pitch: Option<String>,
        #[parameter]
        pub listens: Option<String>,
        #[parameter]
        pub tells: Option<String>,
    }

    #[resource(name = "echoing", self_refresh)]
    #[provider(name = "mem", by = super::EchoingMem, refresh)]
    pub struct Echoing {
        #[property(default = "present")]
        pub ensure: Ensure,
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub sound: Option<String>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Ensure {
        Present,
        #[choice(absent)]
        Absent,
    }

    #[resource(name = "silent")]
    #[provider(name = "mem", by = super::SilentMem)]
    pub struct Silent {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub sound: Option<String>,
    }
}

fn ding() -> Option<String> {
    Some("ding".to_owned())
}

provider!(BellMem of Bell, get |_system, _row| Ok(BellState { sound: ding(), pitch: Some("low".to_owned()) }.into()));

provider!(EchoingMem of Echoing, get |_system, row| {
    let ensure = if row.name.contains("new") { Ensure::Absent } else { Ensure::Present };
    Ok(EchoingState { ensure: Some(ensure), sound: ding() }.into())
});

provider!(SilentMem of Silent, get |_system, _row| Ok(SilentState { sound: ding() }.into()));

impl Refresh for BellMem {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Bell>) -> Result<()> {
        if row.name == "broken" {
            return Err(Error::other("the clapper is gone"));
        }
        system.notice(row, &format!("{} rings", row.name));
        Ok(())
    }
}

impl Refresh for EchoingMem {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Echoing>) -> Result<()> {
        system.notice(row, &format!("{} echoes", row.name));
        Ok(())
    }
}
