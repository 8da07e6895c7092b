//! A type with two namevars extracted from the title.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Pair, PairState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "pair", title = "^([^@]+)@([^@]+)$" => (user, host), title = "^([^@]+)$" => (user))]
    #[provider(name = "mem", by = super::Mem)]
    pub struct Pair {
        #[parameter(namevar)]
        pub user: String,
        #[parameter(namevar)]
        pub host: Option<String>,
        #[parameter]
        pub note: Option<String>,
        #[property]
        pub color: Option<String>,
    }
}

provider!(Mem of Pair, get |_system, row| {
    let color = format!("{} on {}", row.user, row.host.as_deref().unwrap_or_default());
    Ok(PairState { color: Some(color) }.into())
});
