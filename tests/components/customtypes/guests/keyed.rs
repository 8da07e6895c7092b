//! A type whose namevars are properties, and one with a required attribute.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Keyed, KeyedState, Measured, MeasuredState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "keyed", title = "^(.*)@(.*)$" => (id, place))]
    #[provider(name = "mem", by = super::KeyedMem)]
    pub struct Keyed {
        #[property(namevar)]
        pub id: String,
        #[property(namevar)]
        pub place: String,
        #[property]
        pub color: Option<String>,
    }

    #[resource(name = "sized")]
    #[provider(name = "mem", by = super::MeasuredMem)]
    pub struct Measured {
        #[parameter(namevar)]
        pub name: String,
        #[parameter(required)]
        pub size: String,
        #[property]
        pub color: Option<String>,
    }
}

fn red() -> Option<String> {
    Some("red".to_owned())
}

provider!(KeyedMem of Keyed, get |_system, row| {
    let (id, place) = (row.id.replace("new", "old"), row.place.clone());
    Ok(KeyedState { id: Some(id), place: Some(place), color: red() }.into())
});

provider!(MeasuredMem of Measured, get |_system, _row| Ok(MeasuredState { color: red() }.into()));
