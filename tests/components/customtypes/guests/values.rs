//! A type with all kinds of values: listed, boolean, patterns, defaults, read-only, and custom validation.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Level, Size, Valued, ValuedAttribute, ValuedState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "valued", canonicalize)]
    #[provider(name = "mem", by = super::Mem)]
    pub struct Valued {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub level: Option<Level>,
        #[property]
        pub enabled: Option<bool>,
        #[parameter]
        pub quiet: Option<bool>,
        #[parameter]
        pub flag: Option<Flag>,
        #[parameter]
        pub number: Option<Number>,
        #[parameter]
        pub mixed: Option<Mixed>,
        #[parameter]
        pub needed: Option<String>,
        #[parameter]
        pub size: Option<marotte_sdk::Value>,
        #[parameter(default = "small")]
        pub kind: Size,
        #[property(default = "fast")]
        pub speed: String,
        #[read_only]
        pub checksum: Option<String>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Level {
        #[choice(aliases("l"))]
        Low,
        #[choice(aliases("h"))]
        High,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Flag {
        True,
        False,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Number {
        #[choice(pattern = r"^\d+$")]
        Digits(String),
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Mixed {
        None,
        All,
        #[choice(pattern = r"^[a-z]/\d$")]
        Part(String),
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Size {
        Small,
        Big,
    }
}

provider!(Mem of Valued, get |_system, row| {
    let speed = if row.name.contains("slow") { "slow" } else { "fast" };
    let is = ValuedState {
        level: Some(Level::Low),
        enabled: Some(true),
        speed: Some(speed.to_owned()),
        checksum: Some("abc".to_owned()),
    };
    Ok(is.into())
});

impl Canonicalize for Valued {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if let Some(needed) = row.needed.as_ref().filter(|needed| !needed.contains('.')) {
            problems.error(row, ValuedAttribute::Needed, format!("Needed must have a dot: {needed}"));
        }
        if let Some(Value::Text(size)) = row.size.clone() {
            match size.parse() {
                Ok(size) => row.size = Some(Value::Integer(size)),
                Err(_) => {
                    problems.error(row, ValuedAttribute::Size, format!("Size must be a number, not {size}"));
                }
            }
        }
        if row.kind == Size::Big && row.quiet != Some(true) {
            problems.error(row, None, "big ones must be quiet");
        }
    }
}
