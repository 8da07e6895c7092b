//! A type with eight attributes of several kinds, all of which are in sync, used by the crossing benchmark.
#![expect(missing_docs, reason = "internal to the tests")]

use marotte_test_customtypes::provider;
use package::{Carried, CarriedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "carried")]
    #[provider(name = "mem", by = super::Mem)]
    pub struct Carried {
        #[parameter(namevar)]
        pub path: String,
        #[property]
        pub owner: Option<String>,
        #[property]
        pub group: Option<String>,
        #[property]
        pub mode: Option<String>,
        #[property]
        pub content: Option<String>,
        #[property]
        pub size: Option<i64>,
        #[property]
        pub replace: Option<bool>,
        #[property]
        pub labels: Option<Vec<String>>,
    }
}

provider!(Mem of Carried, get |_system, row| {
    let is = CarriedState {
        owner: row.owner.clone(),
        group: row.group.clone(),
        mode: row.mode.clone(),
        content: row.content.clone(),
        size: row.size,
        replace: row.replace,
        labels: row.labels.clone(),
    };
    Ok(is.into())
});
