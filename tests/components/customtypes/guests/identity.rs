//! Types with unusual identity: one whose resources may share a namevar, and one that normalises its namevar.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Error;
use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Loose, LooseState, Owned, OwnedAttribute, OwnedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "loose", duplicates)]
    #[provider(name = "mem", by = super::LooseMem)]
    pub struct Loose {
        #[parameter(namevar)]
        pub key: String,
        #[property]
        pub color: Option<String>,
    }

    #[resource(name = "owned", canonicalize)]
    #[provider(name = "mem", by = super::OwnedMem)]
    pub struct Owned {
        #[parameter(namevar)]
        pub id: String,
        #[property(is = String)]
        pub secret: Option<marotte_sdk::Text>,
        #[property]
        pub color: Option<String>,
    }
}

fn old() -> Option<String> {
    Some("old".to_owned())
}

provider!(LooseMem of Loose, get |_system, _row| Ok(LooseState { color: old() }.into()));

provider!(
    OwnedMem of Owned,
    get |_system, _row| Ok(OwnedState { secret: old(), color: old() }.into()),
    set |_system, row, changed| {
        let is_refused = row.id == "bad" && changed.contains(&OwnedAttribute::Secret);
        if is_refused { Err(Error::other("not this one")) } else { Ok(Applied::all()) }
    }
);

impl Canonicalize for Owned {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        if row.id.chars().any(char::is_uppercase) {
            row.id = row.id.to_lowercase();
        }
    }
}
