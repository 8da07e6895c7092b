//! Owns the facts of this machine, with Facter's names and values. It reads files and asks the kernel; it runs no program.

mod identity;
mod legacy;
mod memory;
mod network;
mod os;
mod processor;

use catalog::Value;

/// The version of Facter whose facts these are.
const FACTER_VERSION: &str = "4.3.0";

/// Gathers the facts of this machine: a list of names and values, ordered by name.
///
/// What can't be found out is left out, as Facter does. `path` is the search path for commands, a fact of its own.
///
/// ```
/// let facts = facts::gather("/usr/bin:/bin");
/// assert!(facts.iter().any(|(name, _)| name == "os"));
/// ```
#[must_use]
pub fn gather(path: &str) -> Vec<(String, Value)> {
    let mut facts = vec![
        ("facterversion".to_owned(), FACTER_VERSION.into()),
        ("identity".to_owned(), identity::gather()),
        ("memory".to_owned(), memory::gather()),
        ("networking".to_owned(), network::gather()),
        ("os".to_owned(), os::gather()),
        ("path".to_owned(), path.into()),
        ("processors".to_owned(), processor::gather()),
    ];
    facts.extend(os::kernel());
    facts.extend(os::timezone().map(|zone| ("timezone".to_owned(), zone)));
    let legacy = legacy::from_structured(&facts);
    facts.extend(legacy);
    facts.retain(|(_, value)| !is_empty(value));
    facts.sort_by(|(a, _), (b, _)| a.cmp(b));
    facts
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::Hash(entries) => entries.is_empty(),
        _ => false,
    }
}

/// Makes a hash of the entries that have a value.
fn hash<const N: usize>(entries: [(&str, Option<Value>); N]) -> Value {
    Value::Hash(entries.into_iter().filter_map(|(key, value)| Some((key.into(), value?))).collect())
}

/// Returns the text of a file without white space around it.
fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

/// Follows keys into nested hashes.
fn dig<'a>(value: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().try_fold(value, |value, key| match value {
        Value::Hash(entries) => entries.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(_, v)| v),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_the_facts_that_manifests_ask_for() {
        let facts = Value::Hash(gather("/bin").into_iter().map(|(name, value)| (name.into(), value)).collect());
        for path in
            [&["kernel"][..], &["networking", "hostname"], &["identity", "uid"], &["processors", "count"], &["path"]]
        {
            assert!(dig(&facts, path).is_some(), "{path:?}");
        }
        assert_eq!(dig(&facts, &["kernel"]), Some(&"Linux".into()));
        assert_eq!(dig(&facts, &["hostname"]), dig(&facts, &["networking", "hostname"]));
    }
}
