//! A type with two providers of equal rank.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Twin, TwinState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "twin")]
    #[provider(name = "castor", by = super::Castor)]
    #[provider(name = "pollux", by = super::Pollux)]
    pub struct Twin {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub made_by: Option<String>,
    }
}

provider!(Castor of Twin, get |_system, _row| Ok(TwinState { made_by: Some("castor".to_owned()) }.into()));

provider!(Pollux of Twin, get |_system, _row| Ok(TwinState { made_by: Some("pollux".to_owned()) }.into()));
