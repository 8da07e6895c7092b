//! Values of attributes: valid names, addresses, aliases and comments, and Puppet's messages for invalid
//! values.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Deref;

use marotte_sdk::{AttributeValue, InvalidValue, Value};

macro_rules! texts {
    ($($(#[$docs:meta])* $name:ident by $check:ident;)*) => {$(
        $(#[$docs])*
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            /// Creates a value without validation, for text read from a file.
            pub(crate) fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl AttributeValue for $name {
            fn from_value(value: Value) -> Result<Self, InvalidValue> {
                let text = String::from_value(value)?;
                $check(&text)?;
                Ok(Self(text))
            }

            fn into_value(self) -> Value {
                Value::Text(self.0)
            }
        }
    )*};
}

texts! {
    /// The name of a host.
    Name by check_name;
    /// An IP address, optionally with an interface name after a percent sign.
    Address by check_address;
    /// An alias of a host.
    Alias by check_alias;
    /// The comment after a `#`.
    Comment by check_comment;
}

fn check_name(text: &str) -> Result<(), InvalidValue> {
    if text.contains(['\n', '\r']) {
        return Err("Hostname cannot include newline".into());
    }
    // A trailing dot denotes the root domain.
    let name = text.trim_end_matches('.');
    if !name.is_empty() && name.split('.').all(is_label) { Ok(()) } else { Err("Invalid host name".into()) }
}

fn is_label(label: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_inner = |byte: &u8| is_word(*byte) || *byte == b'-';
    match label.as_bytes() {
        [] => false,
        [only] => is_word(*only),
        [first, inner @ .., last] => is_word(*first) && is_word(*last) && inner.iter().all(is_inner),
    }
}

fn check_address(text: &str) -> Result<(), InvalidValue> {
    // Puppet: the numbers of an IPv4 address may have leading zeros.
    let is_number = |part: &str| (1..=3).contains(&part.len()) && part.parse::<u8>().is_ok() && !part.starts_with('+');
    let is_v4 = text.split('.').count() == 4 && text.split('.').all(is_number);
    let (address, zone) = text.split_once('%').unwrap_or((text, "x"));
    let is_v6 = address.parse::<Ipv6Addr>().is_ok() && !zone.is_empty() && !zone.contains(char::is_whitespace);
    let is_address = is_v4 || is_v6 || text.parse::<Ipv4Addr>().is_ok();
    if is_address { Ok(()) } else { Err(format!("Invalid IP address {text:?}").into()) }
}

fn check_alias(text: &str) -> Result<(), InvalidValue> {
    if text.is_empty() {
        return Err("Host aliases cannot be an empty string. Use an empty array to delete all host_aliases ".into());
    }
    if text.contains(char::is_whitespace) {
        return Err("Host aliases cannot include whitespace".into());
    }
    // The remainder of the line would be a comment.
    if text.contains('#') { Err("Host aliases cannot include '#'".into()) } else { Ok(()) }
}

fn check_comment(text: &str) -> Result<(), InvalidValue> {
    if text.contains(['\n', '\r']) { Err("Comment cannot include newline".into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal<T: AttributeValue>(text: &str) -> Option<String> {
        T::from_value(text.into()).err().map(String::from)
    }

    #[test]
    fn name_consists_of_labels_separated_by_dots() {
        for name in ["a", "web1", "my_host", "a-b.example.com", "example.com.", "10"] {
            assert_eq!(refusal::<Name>(name), None, "{name}");
        }
        for name in ["", ".", "a..b", "-a", "a-", "a b", "ä", "a/b", "'a'"] {
            assert_eq!(refusal::<Name>(name).as_deref(), Some("Invalid host name"), "{name}");
        }
        assert_eq!(refusal::<Name>("a\nb").as_deref(), Some("Hostname cannot include newline"));
    }

    #[test]
    fn addresses_can_be_ipv4_or_ipv6() {
        for address in ["192.0.2.1", "010.0.0.001", "::", "fe80::1%eth0", "::ffff:192.0.2.1", "1:2:3:4:5:6:7:8"] {
            assert_eq!(refusal::<Address>(address), None, "{address}");
        }
        for address in ["", "192.0.2", "192.0.2.256", "192.0.2.+1", "1:2", "fe80::1%", "::1 ", "::1\n", "example.com"] {
            assert_eq!(refusal::<Address>(address), Some(format!("Invalid IP address {address:?}")));
        }
    }

    #[test]
    fn aliases_and_comments_that_break_the_line_are_rejected() {
        assert_eq!(refusal::<Alias>("db"), None);
        assert_eq!(refusal::<Alias>("d b").as_deref(), Some("Host aliases cannot include whitespace"));
        assert!(refusal::<Alias>("").is_some_and(|message| message.contains("cannot be an empty string")));
        assert_eq!(refusal::<Alias>("a#b").as_deref(), Some("Host aliases cannot include '#'"));
        assert_eq!(refusal::<Comment>("a # b"), None);
        assert_eq!(refusal::<Comment>("a\r").as_deref(), Some("Comment cannot include newline"));
    }
}
