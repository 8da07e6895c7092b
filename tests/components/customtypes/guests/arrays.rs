//! List properties: matched by any element, compared as a whole with or without order, and with listed values as
//! elements.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Listing, ListingState, Word};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "listing")]
    #[provider(name = "mem", by = super::Mem)]
    pub struct Listing {
        #[parameter(namevar)]
        pub name: String,
        #[property(any_of, is = String)]
        pub first: Option<Vec<String>>,
        #[property]
        pub ordered: Option<Vec<String>>,
        #[property(unordered)]
        pub unordered: Option<Vec<String>>,
        #[property]
        pub words: Option<Vec<Word>>,
        #[parameter]
        pub anything: Option<marotte_sdk::Value>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Word {
        Red,
        Green,
    }
}

provider!(Mem of Listing, get |_system, _row| {
    let texts = |one: &str, two: &str| Some(vec![one.to_owned(), two.to_owned()]);
    let is = ListingState {
        first: Some("b".to_owned()),
        ordered: texts("1", "2"),
        unordered: texts("a", "b"),
        words: Some(vec![Word::Red, Word::Green]),
    };
    Ok(is.into())
});
