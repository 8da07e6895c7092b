//! A parameter with a default.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Value;

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[parameter(default = 3)]
        pub level: super::Value,
    }
}
