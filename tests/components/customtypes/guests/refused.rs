//! A property that cannot be set.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Error;
use marotte_test_customtypes::provider;
use package::{Thing, ThingState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    #[provider(name = "mem", by = super::Mem)]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub color: Option<String>,
    }
}

provider!(
    Mem of Thing,
    get |_system, _row| Ok(ThingState { color: Some("old".to_owned()) }.into()),
    set |_system, _row, _changed| Err(Error::other("cannot repaint"))
);
