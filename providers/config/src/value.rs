//! Values of attributes: names with or without a section, and values in the spelling of the programs.

use marotte_sdk::{AttributeValue, InvalidValue, Text, Value};

/// A section and the name of a setting.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct SectionAndKey(pub String);

/// The name of a setting in a file without sections.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Name(pub String);

impl SectionAndKey {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let name = String::from_value(value)?;
        let is_filled = |part: Option<char>| part.is_some_and(|letter| !letter.is_whitespace());
        let mut slashes = name.match_indices('/');
        let is_name = slashes.any(|(place, _)| {
            is_filled(name[..place].chars().next_back()) && is_filled(name[place + 1..].chars().next())
        });
        if is_name && !name.contains(['\n', '\r']) {
            return Ok(Self(name));
        }
        Err(format!(r"Invalid value {name:?}. Valid values match /\S+\/\S+/.").into())
    }
}

impl Name {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let name = String::from_value(value)?;
        if name.trim().is_empty() || name.contains(['\n', '\r']) {
            return Err(format!(r"Invalid value {name:?}. Valid values match /\S+/.").into());
        }
        Ok(Self(name))
    }
}

macro_rules! values {
    ($($(#[$docs:meta])* $name:ident by $spell:expr;)*) => {$(
        $(#[$docs])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub Text);

        impl AttributeValue for $name {
            fn from_value(value: Value) -> Result<Self, InvalidValue> {
                match Text::printed(value)? {
                    Text::Clear(text) => {
                        let text = text.trim();
                        if text.contains(['\n', '\r']) {
                            return Err("Values cannot include newlines".into());
                        }
                        let spell: fn(&str) -> Option<String> = $spell;
                        Ok(Self(Text::Clear(spell(text).unwrap_or_else(|| text.to_owned()))))
                    }
                    secret @ Text::Secret(_) => Ok(Self(secret)),
                }
            }

            fn into_value(self) -> Value {
                self.0.into_value()
            }
        }
    )*};
}

values! {
    /// A value in which booleans are capitalized.
    Spelled by |text| boolean(text).map(|is_true| if is_true { "True" } else { "False" }.to_owned());
    /// A value in which booleans are lower case.
    Lowered by |text| boolean(text).map(|is_true| is_true.to_string());
    /// An unmodified value.
    Plain by |_| None;
}

fn boolean(text: &str) -> Option<bool> {
    text.to_ascii_lowercase().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_are_spelled_like_the_programs_do() {
        let spelled = |value: Value| Spelled::from_value(value).unwrap().0.clear().unwrap().to_owned();
        assert_eq!(spelled("tRUE".into()), "True");
        assert_eq!(spelled(false.into()), "False");
        assert_eq!(spelled(" true story ".into()), "true story");
        assert_eq!(spelled(5.into()), "5");
        assert_eq!(Lowered::from_value("TRUE".into()).unwrap().0, Text::Clear("true".to_owned()));
        assert_eq!(Plain::from_value("TRUE".into()).unwrap().0, Text::Clear("TRUE".to_owned()));
        assert_eq!(Spelled::from_value("a\nb".into()).unwrap_err().to_string(), "Values cannot include newlines");
    }

    #[test]
    fn name_consists_of_section_and_setting() {
        for name in ["DEFAULT/debug", "a/b/c", "filter: x/paste y", "/a/b"] {
            assert!(SectionAndKey::from_value(name.into()).is_ok(), "{name}");
        }
        for name in ["debug", "a /b", "/a", "a/", "", "a/b\n"] {
            let message = SectionAndKey::from_value(name.into()).unwrap_err().to_string();
            assert!(message.ends_with(r"Valid values match /\S+\/\S+/."), "{message}");
        }
        assert!(Name::from_value("a/b".into()).is_ok());
        assert!(Name::from_value(" ".into()).is_err());
    }
}
