//! A type with parameters only.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::Value;

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub level: Option<super::Value>,
        #[parameter]
        pub note: Option<super::Value>,
        #[parameter]
        pub color: Option<super::Value>,
    }
}
