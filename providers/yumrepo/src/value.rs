//! Values of attributes: validation, the meaning of `absent`, and Puppet's messages for invalid values.

use marotte_sdk::{AttributeValue, InvalidValue, Text, Value};

/// Desired value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingValue {
    /// The setting is absent from the file.
    Absent,
    /// The setting has this value.
    Is(Text),
}

impl SettingValue {
    fn of(value: Value) -> Result<Self, InvalidValue> {
        Ok(match Text::printed(value)? {
            Text::Clear(text) if text == "absent" => Self::Absent,
            Text::Clear(text) if !stays(&text) => {
                return Err("Lines of a value after the first must begin with whitespace".into());
            }
            text => Self::Is(text),
        })
    }
}

/// Returns whether all lines of a text are read back as one value.
fn stays(text: &str) -> bool {
    let is_more = |line: &str| line.starts_with([' ', '\t']) && !line.trim().is_empty();
    !text.contains('\r') && text.split('\n').skip(1).all(is_more)
}

type Check = fn(&str) -> Result<(), InvalidValue>;

macro_rules! values {
    ($($(#[$docs:meta])* $name:ident by $check:expr, $munge:expr;)*) => {$(
        $(#[$docs])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub SettingValue);

        impl AttributeValue for $name {
            fn from_value(value: Value) -> Result<Self, InvalidValue> {
                let (check, munge): (Check, fn(String) -> String) = ($check, $munge);
                Ok(Self(match SettingValue::of(value)? {
                    SettingValue::Is(Text::Clear(text)) => {
                        check(&text)?;
                        SettingValue::Is(Text::Clear(munge(text)))
                    }
                    other => other,
                }))
            }

            fn into_value(self) -> Value {
                match self.0 {
                    SettingValue::Absent => "absent".into(),
                    SettingValue::Is(text) => text.into_value(),
                }
            }
        }

        impl From<&str> for $name {
            /// Creates a value from the text in a file.
            fn from(text: &str) -> Self {
                Self(SettingValue::Is(Text::Clear(text.to_owned())))
            }
        }
    )*};
}

values! {
    /// Any text.
    Line by |_| Ok(()), |text| text;
    /// A secret text.
    Password by |_| Ok(()), |text| text;
    /// A boolean, capitalized in the file.
    Flag by check_flag, capitalized;
    /// A non-negative integer.
    Number by |text| matching(text, is_number(text), r"^\d+$"), |text| text;
    /// An integer.
    Signed by |text| matching(text, is_number(text.strip_prefix('-').unwrap_or(text)), r"^-?\d+$"), |text| text;
    /// A rate in bytes per second.
    Rate by |text| matching(text, is_number(text.strip_suffix(['k', 'M', 'G']).unwrap_or(text)), r"^\d+[kMG]?$"), |text| text;
    /// A rate in bytes per second, or a percentage.
    Throttle by check_throttle, |text| text;
    /// A period of time, or `never`.
    Expiry by check_expiry, |text| text;
    /// A failover method.
    Failover by |text| matching(text, ["roundrobin", "priority"].contains(&text), r"^roundrobin|priority$"), |text| text;
    /// The extent of HTTP caching.
    Caching by |text| matching(text, ["packages", "all", "none"].contains(&text), r"^(packages|all|none)$"), |text| text;
    /// A URL.
    Url by check_url, |text| text;
    /// URLs separated by whitespace.
    Urls by |text| text.split_whitespace().try_for_each(check_url), |text| text;
    /// A URL of a repository for zypper.
    ZyppUrl by check_zypp_url, |text| text;
    /// URLs of repositories for zypper, separated by whitespace.
    ZyppUrls by |text| text.split_whitespace().try_for_each(check_zypp_url), |text| text;
    /// A type of repository for zypper.
    ZyppType by check_type, |text| text;
    /// A URL, an empty text, or `_none_`.
    Proxy by check_proxy, |text| text;
}

fn matching(text: &str, does: bool, pattern: &str) -> Result<(), InvalidValue> {
    if does {
        Ok(())
    } else {
        Err(format!("Invalid value {text:?}. Valid values are absent. Valid values match /{pattern}/.").into())
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn check_flag(text: &str) -> Result<(), InvalidValue> {
    let words = ["true", "false", "0", "1", "no", "yes"];
    matching(text, words.contains(&text.to_ascii_lowercase().as_str()), "^(true|false|0|1|no|yes)$")
}

fn capitalized(text: String) -> String {
    let (first, rest) = text.split_at(text.len().min(1));
    first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
}

fn check_throttle(text: &str) -> Result<(), InvalidValue> {
    let number = text.strip_suffix(['k', 'M', 'G', '%']).unwrap_or(text);
    matching(text, is_number(number), r"^\d+[kMG%]?$")
}

fn check_expiry(text: &str) -> Result<(), InvalidValue> {
    let number = text.strip_suffix(['d', 'h', 'm']).unwrap_or(text);
    matching(text, text == "never" || is_number(number), "^([0-9]+[dhm]?|never)$")
}

fn check_type(text: &str) -> Result<(), InvalidValue> {
    let words = ["yast2", "rpm-md", "plaindir", "yum", "NONE"];
    matching(text, words.contains(&text), "yast2|rpm-md|plaindir|yum|NONE")
}

fn check_url(text: &str) -> Result<(), InvalidValue> {
    check_scheme(text, &["file", "http", "https", "ftp"])
}

fn check_zypp_url(text: &str) -> Result<(), InvalidValue> {
    check_scheme(text, &["file", "http", "https", "ftp", "cd"])
}

fn check_scheme(text: &str, schemes: &[&str]) -> Result<(), InvalidValue> {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    let is_known = scheme.is_some_and(|scheme| schemes.contains(&scheme));
    if is_known && !text.contains(char::is_whitespace) { Ok(()) } else { Err("Must be a valid URL".into()) }
}

fn check_proxy(text: &str) -> Result<(), InvalidValue> {
    if text.is_empty() || text == "_none_" { Ok(()) } else { check_url(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal<T: AttributeValue>(text: &str) -> Option<String> {
        T::from_value(text.into()).err().map(String::from)
    }

    #[test]
    fn values_are_validated() {
        assert_eq!(Flag::from_value(true.into()).unwrap(), Flag::from("True"));
        assert_eq!(Flag::from_value(1.into()).unwrap(), Flag::from("1"));
        assert_eq!(Flag::from_value("absent".into()).unwrap().0, SettingValue::Absent);
        assert!(refusal::<Flag>("maybe").unwrap().starts_with("Invalid value \"maybe\". Valid values are absent."));
        for good in ["0", "99"] {
            assert_eq!(refusal::<Number>(good), None);
        }
        assert!(refusal::<Number>("-1").is_some() && refusal::<Number>("").is_some());
        assert_eq!(refusal::<Signed>("-5"), None);
        assert!(
            refusal::<Throttle>("60%").is_none() && refusal::<Rate>("60%").is_some() && refusal::<Rate>("9k").is_none()
        );
        assert!(
            refusal::<Expiry>("never").is_none()
                && refusal::<Expiry>("6h").is_none()
                && refusal::<Expiry>("6x").is_some()
        );
        assert!(refusal::<Failover>("priority").is_none() && refusal::<Failover>("other").is_some());
        assert!(refusal::<Caching>("none").is_none() && refusal::<Caching>("some").is_some());
        assert_eq!(refusal::<Urls>("https://a/ file:///b"), None);
        assert!(refusal::<ZyppUrl>("cd:///").is_none() && refusal::<ZyppUrls>("cd:/// s3://a").is_some());
        assert!(refusal::<ZyppType>("rpm-md").is_none() && refusal::<ZyppType>("deb").is_some());
        assert_eq!(refusal::<Url>("gopher://a").as_deref(), Some("Must be a valid URL"));
        assert!(refusal::<Proxy>("_none_").is_none() && refusal::<Proxy>("proxy:80").is_some());
        let refused = Some("Lines of a value after the first must begin with whitespace");
        for bad in ["a\nb", "a\n", "a\n \n b", "a\r b"] {
            assert_eq!(refusal::<Line>(bad).as_deref(), refused, "{bad:?}");
        }
        assert_eq!(refusal::<Urls>("file:///k1\n  file:///k2"), None);
    }
}
