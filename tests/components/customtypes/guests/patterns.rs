//! A parameter with listed values that also accepts any other string.
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
        Blue,
        Red,
        #[choice(pattern = ".+")]
        Other(String),
    }
}
