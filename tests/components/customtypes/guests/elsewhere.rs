//! A type with an additional provider in another component.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Extended, ExtendedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "extended", canonicalize)]
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

impl Canonicalize for Extended {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        row.size = row.size.as_ref().map(|size| size.to_lowercase());
    }
}

provider!(Near of Extended, get |_system, _row| {
    let near = || Some("near".to_owned());
    Ok(ExtendedState { color: near(), size: near() }.into())
});
