//! Properties of block devices in the database of udev, a directory of small text files.

use std::collections::BTreeMap;

use crate::system::SystemProbe;

/// The properties of a device by name.
#[derive(Debug, Default)]
pub(crate) struct Properties(BTreeMap<String, String>);

impl Properties {
    /// Reads the properties of a device by its directory in `/sys`; empty if udev is not running.
    pub(crate) fn of(machine: &SystemProbe, directory: &str) -> Self {
        let text = machine
            .read_trimmed(&format!("{directory}/dev"))
            .and_then(|numbers| machine.read(&format!("/run/udev/data/b{numbers}")))
            .unwrap_or_default();
        let properties = text.lines().filter_map(|line| line.strip_prefix("E:")?.split_once('='));
        Self(properties.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Returns the first existing property of a list.
    pub(crate) fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.0.get(*name)).filter(|value| !value.is_empty()).cloned()
    }

    /// Returns a property in which udev escapes special characters as `\x20`.
    pub(crate) fn decoded(&self, name: &str) -> Option<String> {
        self.0.get(name).map(|value| decode(value)).filter(|value| !value.is_empty())
    }
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        if let [b'\\', b'x', high, low, after @ ..] = rest
            && let Ok(byte) = u8::from_str_radix(&String::from_utf8_lossy(&[*high, *low]), 16)
        {
            bytes.push(byte);
            rest = after;
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn labels_are_decoded() {
        assert_eq!(decode(r"my\x20disk\x2f1"), "my disk/1");
        assert_eq!(decode(r"a\xzz\x2"), r"a\xzz\x2");
    }
}
