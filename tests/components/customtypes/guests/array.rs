//! Array properties: one matched by any element, and one whose value is the whole array.
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
        #[property(any_of, is = String)]
        pub one: Option<Vec<String>>,
        #[property]
        pub all: Option<Vec<String>>,
    }
}

provider!(Mem of Thing, get |_system, _row| {
    Ok(ThingState { one: Some("a".to_owned()), all: Some(vec!["a".to_owned(), "b".to_owned()]) }.into())
});
