//! A boolean parameter.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub force: Option<bool>,
    }
}
