//! Types for purging: one that can be listed, one with an object that cannot be removed, one that cannot be listed,
//! and one without `ensure`.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Error;
use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Ensure, Jammed, JammedState, Pooled, PooledState, Unensured, UnensuredState, Unlisted, UnlistedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "pooled")]
    #[provider(name = "mem", by = super::PooledMem, instances)]
    pub struct Pooled {
        #[property]
        pub ensure: Option<Ensure>,
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub color: Option<String>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Ensure {
        Present,
        #[choice(absent)]
        Absent,
    }

    #[resource(name = "jammed")]
    #[provider(name = "mem", by = super::JammedMem, instances)]
    pub struct Jammed {
        #[property]
        pub ensure: Option<Ensure>,
        #[parameter(namevar)]
        pub name: String,
    }

    #[resource(name = "unlisted")]
    #[provider(name = "mem", by = super::UnlistedMem)]
    pub struct Unlisted {
        #[property]
        pub ensure: Option<Ensure>,
        #[parameter(namevar)]
        pub name: String,
    }

    #[resource(name = "unensured")]
    #[provider(name = "mem", by = super::UnensuredMem, instances)]
    pub struct Unensured {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub color: Option<String>,
    }
}

const THERE: [&str; 3] = ["three", "one", "two"];

fn pooled(name: &str) -> PooledState {
    if THERE.contains(&name) {
        PooledState { ensure: Some(Ensure::Present), color: Some("red".to_owned()) }
    } else {
        PooledState { ensure: Some(Ensure::Absent), color: None }
    }
}

provider!(PooledMem of Pooled, get |_system, row| Ok(pooled(&row.name).into()));

provider!(
    JammedMem of Jammed,
    get |_system, _row| Ok(JammedState { ensure: Some(Ensure::Present) }.into()),
    set |_system, row, _changed| {
        let is_stuck = row.name == "three" && row.ensure == Some(Ensure::Absent);
        if is_stuck { Err(Error::other("it is stuck")) } else { Ok(Applied::all()) }
    }
);

provider!(UnlistedMem of Unlisted, get |_system, _row| Ok(UnlistedState { ensure: Some(Ensure::Present) }.into()));

provider!(UnensuredMem of Unensured, get |_system, _row| Ok(UnensuredState { color: Some("red".to_owned()) }.into()));

impl Instances for PooledMem {
    fn instances(&mut self, _system: &impl ReadSystem) -> Result<Vec<Instance<Pooled>>> {
        Ok(THERE.iter().map(|name| Instance { title: (*name).to_owned(), is: pooled(name) }).collect())
    }
}

impl Instances for JammedMem {
    fn instances(&mut self, _system: &impl ReadSystem) -> Result<Vec<Instance<Jammed>>> {
        let instance = |name: &&str| Instance { title: (*name).to_owned(), is: JammedState::default() };
        Ok(THERE.iter().map(instance).collect())
    }
}

impl Instances for UnensuredMem {
    fn instances(&mut self, _system: &impl ReadSystem) -> Result<Vec<Instance<Unensured>>> {
        Ok(vec![Instance { title: "one".to_owned(), is: UnensuredState::default() }])
    }
}
