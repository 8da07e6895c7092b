//! A parameter with listed values.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing")]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub color: Option<Color>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Color {
        Red,
        Green,
        Blue,
    }
}
