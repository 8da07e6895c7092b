//! A type whose namevar is not called `name`.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    pub struct Thing {
        #[parameter(namevar)]
        pub key: String,
        #[parameter]
        pub note: Option<String>,
    }
}
