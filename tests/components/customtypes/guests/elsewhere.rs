//! A type with an additional provider in another component.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Extended, ExtendedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "extended")]
    #[provider(name = "near", by = super::Near)]
    pub struct Extended {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub color: Option<String>,
        #[property]
        pub size: Option<String>,
    }
}

provider!(Near of Extended, get |_system, _row| {
    let near = || Some("near".to_owned());
    Ok(ExtendedState { color: near(), size: near() }.into())
});
