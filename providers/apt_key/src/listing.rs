//! The machine-readable list of keys that gpg prints: a record on each line, with fields separated by colons.

use marotte_sdk::time::Date;

use crate::KeyId;

const DAY: i64 = 86_400;

/// A key in a list.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) fingerprint: String,
    pub(crate) is_expired: bool,
    /// The day on which the key expires.
    pub(crate) expiry: Option<String>,
    pub(crate) size: String,
    pub(crate) kind: Option<&'static str>,
    /// The day on which the key was created.
    pub(crate) created: String,
}

impl Key {
    /// Returns the last digits of the fingerprint.
    pub(crate) fn last_digits(&self, count: usize) -> &str {
        &self.fingerprint[self.fingerprint.len().saturating_sub(count)..]
    }

    /// Returns whether an identifier refers to this key.
    pub(crate) fn has_id(&self, id: &KeyId) -> bool {
        self.last_digits(id.len()) == &**id
    }

    fn of(record: &str) -> Self {
        let field = |index: usize| record.split(':').nth(index).unwrap_or_default();
        let day = |index: usize| {
            let seconds: i64 = field(index).parse().ok()?;
            Some(Date::from_unix_days(seconds.div_euclid(DAY)).to_string())
        };
        Self {
            fingerprint: String::new(),
            is_expired: field(1) == "e",
            expiry: day(6),
            size: field(2).to_owned(),
            kind: match field(3) {
                "1" => Some("rsa"),
                "17" => Some("dsa"),
                "18" => Some("ecc"),
                "19" => Some("ecdsa"),
                _ => None,
            },
            created: day(5).unwrap_or_default(),
        }
    }
}

/// Parses a list of keys. A key whose subkeys have all expired counts as expired.
pub(crate) fn keys(listing: &str) -> Vec<Key> {
    let mut keys: Vec<(Key, Vec<bool>)> = Vec::new();
    for line in listing.lines() {
        match (line.split(':').next().unwrap_or_default(), keys.last_mut()) {
            ("pub", _) => keys.push((Key::of(line), Vec::new())),
            // The first fingerprint is that of the key, others are those of its subkeys.
            ("fpr", Some((key, _))) if key.fingerprint.is_empty() => {
                fingerprint(line).clone_into(&mut key.fingerprint);
            }
            // Puppet: a subkey counts as valid if its validity is unknown, which it is in a keyring of apt.
            ("sub", Some((_, subkeys))) => subkeys.push(line.split(':').nth(1) == Some("-")),
            _ => {}
        }
    }
    let complete = keys.into_iter().filter(|(key, _)| !key.fingerprint.is_empty());
    let judged = complete.map(|(key, subkeys)| Key {
        is_expired: key.is_expired || !subkeys.is_empty() && !subkeys.contains(&true),
        ..key
    });
    judged.collect()
}

/// Returns the fingerprints of all keys and subkeys in a list.
pub(crate) fn fingerprints(listing: &str) -> impl Iterator<Item = &str> {
    listing.lines().filter(|line| line.starts_with("fpr:")).map(fingerprint)
}

fn fingerprint(record: &str) -> &str {
    record.split(':').rfind(|field| !field.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use marotte_sdk::AttributeValue as _;

    use super::*;

    const LIST: &str = "tru:t:1:0:0\npub:-:2048:1:F9A4F34F721E85FE:1795841735:4102488000::-:::scSC::::::23::0:\n\
                        fpr:::::::::EEBA1B0B5127F605FF077FDDF9A4F34F721E85FE:\nuid:-::::1::X::Judge::::::::::0:\n\
                        sub:e:2048:1:1111111111111111:1795841735:::::::e::::::23:\n\
                        fpr:::::::::1111111111111111111111111111111111111111:\n\
                        pub:e:255:22:762F67A0B2C39DE4:1742842581:::-:::scSC:::::ed25519:::0:\n\
                        fpr:::::::::41587F7DB8C774BCCF131416762F67A0B2C39DE4:\n\
                        sub:-:255:22:2222222222222222:1742842581:::::::e::::::23:\npub:-:1024:17:x:0:::-:\n";

    #[test]
    fn list_contains_keys_with_fingerprints() {
        let [first, second] = &keys(LIST)[..] else { panic!("two keys") };
        let expected = Key {
            fingerprint: "EEBA1B0B5127F605FF077FDDF9A4F34F721E85FE".to_owned(),
            is_expired: true,
            expiry: Some("2100-01-01".to_owned()),
            size: "2048".to_owned(),
            kind: Some("rsa"),
            created: "2026-11-28".to_owned(),
        };
        assert_eq!(*first, expected);
        assert_eq!((second.is_expired, second.kind, second.expiry.as_deref()), (true, None, None));
        assert_eq!((first.last_digits(8), first.last_digits(16)), ("721E85FE", "F9A4F34F721E85FE"));
        let has_id = |id: &str| first.has_id(&KeyId::from_value(id.into()).unwrap());
        assert!(has_id("721e85fe") && has_id("F9A4F34F721E85FE") && has_id(&first.fingerprint) && !has_id("621E85FE"));
        assert_eq!(keys("").len(), 0);
    }

    #[test]
    fn fingerprints_include_those_of_subkeys() {
        assert_eq!(fingerprints(LIST).count(), 3);
        assert!(fingerprints(LIST).any(|found| found == "1111111111111111111111111111111111111111"));
    }
}
