//! An ensurable type with a single object.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Ensure, Thing, ThingState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    #[provider(name = "mem", by = super::Mem)]
    pub struct Thing {
        #[property(default = "present")]
        pub ensure: Ensure,
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
}

provider!(Mem of Thing, get |_system, row| {
    let is = match row.name.as_str() {
        "there" => ThingState { ensure: Some(Ensure::Present), color: Some("blue".to_owned()) },
        _ => ThingState { ensure: Some(Ensure::Absent), color: None },
    };
    Ok(is.into())
});
