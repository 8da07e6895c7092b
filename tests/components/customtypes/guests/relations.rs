//! Automatic relations of all four kinds, from one attribute each.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing", require(notify = r), before(notify = b), notify(notify = n), subscribe(notify = s))]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub r: Option<String>,
        #[parameter]
        pub b: Option<String>,
        #[parameter]
        pub n: Option<String>,
        #[parameter]
        pub s: Option<String>,
    }
}
