//! Properties that are not declared in alphabetical order.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

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
        pub zeta: Option<String>,
        #[property]
        pub mid: Option<String>,
        #[property]
        pub alpha: Option<String>,
    }
}

provider!(Mem of Thing, get |_system, _row| {
    let old = || Some("old".to_owned());
    Ok(ThingState { zeta: old(), mid: Some("same".to_owned()), alpha: old() }.into())
});
