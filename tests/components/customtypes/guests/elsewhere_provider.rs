//! A provider for another component's type, whose attributes it declares in a different order.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Extended, ExtendedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "extended", foreign)]
    #[provider(name = "far", by = super::Far, default_for(fact("kernel", "Linux")))]
    pub struct Extended {
        #[property]
        pub size: Option<String>,
        #[property]
        pub color: Option<String>,
        #[parameter(namevar)]
        pub name: String,
    }
}

provider!(Far of Extended, get |_system, _row| {
    let far = || Some("far".to_owned());
    Ok(ExtendedState { color: far(), size: far() }.into())
});
