//! A parameter with custom munging: one value is rejected, another is replaced by a listed value, and all others are
//! converted to upper case.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::prelude::*;
use package::{Color, Thing, ThingAttribute};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "thing", canonicalize)]
    pub struct Thing {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub color: Option<Color>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Color {
        Purple,
        Other(String),
    }
}

impl Canonicalize for Thing {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        match &row.color {
            Some(Color::Purple) => problems.error(row, ThingAttribute::Color, "purple is munged too late"),
            Some(Color::Other(color)) if color == "violet" => row.color = Some(Color::Purple),
            Some(Color::Other(color)) => row.color = Some(Color::Other(color.to_uppercase())),
            None => {}
        }
    }
}
