//! A type with custom values of `ensure`. Its changes have the messages of ordinary properties.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Error;
use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Ensure, Phased, PhasedAttribute, PhasedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "phased")]
    #[provider(name = "mem", by = super::Mem, refresh)]
    pub struct Phased {
        #[property]
        pub ensure: Option<Ensure>,
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub color: Option<String>,
        #[property]
        pub label: Option<String>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Ensure {
        Stopped,
        #[choice(fresh, aliases("true"))]
        Running,
        #[choice(absent)]
        Absent,
        #[choice(pattern = r"^v\d$")]
        Version(String),
    }
}

fn name(ensure: &Ensure) -> &str {
    match ensure {
        Ensure::Stopped => "stopped",
        Ensure::Running => "running",
        Ensure::Absent => "absent",
        Ensure::Version(version) => version,
    }
}

provider!(
    Mem of Phased,
    get |_system, row| {
        let ensure = match row.name.as_str() {
            "gone" => Ensure::Absent,
            "up" => Ensure::Running,
            "old" => Ensure::Version("v1".to_owned()),
            _ => Ensure::Stopped,
        };
        let color = (ensure != Ensure::Absent).then(|| "blue".to_owned());
        let state = State::new(PhasedState { ensure: Some(ensure.clone()), color, label: None });
        let differs = |change: String| Verdict::differs(PhasedAttribute::Ensure).change(change);
        Ok(match &row.ensure {
            Some(should) if *should == ensure => state,
            Some(should) if ensure == Ensure::Absent => {
                state.with(differs(format!("defined 'ensure' as '{}'", name(should))))
            }
            Some(Ensure::Absent) => state.with(differs(format!("undefined 'ensure' from '{}'", name(&ensure)))),
            Some(_) | None => state,
        })
    },
    set |_system, row, _changed| match (&row.ensure, row.color.as_deref()) {
        (Some(Ensure::Running), Some("empty")) => Err(Error::other("out of fuel")),
        _ => Ok(Applied::all()),
    }
);

impl Refresh for Mem {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Phased>) -> Result<()> {
        system.notice(row, &format!("{} restarts", row.name));
        Ok(())
    }
}
