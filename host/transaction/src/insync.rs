//! Comparison of desired and current values. The provider's verdict takes precedence over the host's comparison.
//! Secrets are compared by their content.

use std::borrow::Cow;

use catalog::Value;
use catalog::schema::{Attribute, AttributeTrait, Role};

use crate::provider::State;
use crate::resource_table::ResourceView;
use crate::resource_type::ResourceType;

/// Returns the attributes that are out of sync: only `ensure` if it is, otherwise all others in order. Does not
/// allocate if all attributes are in sync.
pub(crate) fn out_of_sync(resource: ResourceView<'_>, state: &State) -> Vec<u16> {
    let ResourceView { entry, kind, .. } = resource;
    if let Some(ensure) = kind.ensure
        && differs(resource, state, ensure)
    {
        return vec![ensure];
    }
    if is_absent(kind, state) {
        return vec![];
    }
    let is_property = |column: u16| Some(column) != kind.ensure && kind.attribute(column).role == Role::Property;
    let declared = entry.row.slots.iter().map(|(column, _)| *column);
    let mut columns: Vec<u16> =
        declared.filter(|column| is_property(*column) && differs(resource, state, *column)).collect();
    let judged = state.verdicts.iter().filter(|verdict| !verdict.insync).map(|verdict| verdict.attribute);
    let before = columns.len();
    for column in judged {
        if usize::from(column) < kind.names.len() && is_property(column) && !columns.contains(&column) {
            columns.push(column);
        }
    }
    if columns.len() > before {
        columns.sort_unstable();
    }
    columns
}

/// Returns whether an attribute is out of sync.
fn differs(ResourceView { entry, kind, .. }: ResourceView<'_>, state: &State, column: u16) -> bool {
    if let Some(verdict) = state.verdict(column) {
        return !verdict.insync;
    }
    match entry.row.value(column) {
        None | Some(Value::Undef) => false,
        Some(desired) => {
            let attribute = kind.attribute(column);
            match state.value(column) {
                Some(current) => !is_insync(attribute, desired, current),
                // A missing value counts as absent.
                None => !is_insync(attribute, desired, &Value::from("absent")),
            }
        }
    }
}

/// Returns whether a resource is absent.
pub(crate) fn is_absent(kind: &ResourceType, state: &State) -> bool {
    kind.ensure.is_some_and(|ensure| state.value(ensure).is_some_and(|value| kind.means_absent(ensure, value)))
}

/// Returns whether the values of an attribute are secret.
pub(crate) fn is_secret(ResourceView { entry, kind, .. }: ResourceView<'_>, state: &State, column: u16) -> bool {
    kind.attribute(column).has(AttributeTrait::Sensitive)
        || entry.row.value(column).is_some_and(Value::contains_sensitive)
        || state.value(column).is_some_and(Value::contains_sensitive)
}

/// Returns whether an attribute is in sync. A list of desired values matches if any of its elements does, unless the
/// attribute's value is the whole list.
pub(crate) fn is_insync(attribute: &Attribute, desired: &Value, current: &Value) -> bool {
    let (desired, current) = (revealed(desired), revealed(current));
    if attribute.has(AttributeTrait::WholeArray) || attribute.has(AttributeTrait::Unordered) {
        return is_same_list(attribute, desired, current);
    }
    match desired {
        Value::Array(elements) if elements.is_empty() => true,
        Value::Array(elements) => {
            elements.iter().any(|element| is_same_choice(attribute, element, current)) || is_equal(desired, current)
        }
        desired => is_same_choice(attribute, desired, current),
    }
}

fn is_same_list(attribute: &Attribute, desired: &Value, current: &Value) -> bool {
    let (desired, current) = (desired.elements(), current.elements());
    if desired.len() != current.len() {
        return false;
    }
    if attribute.has(AttributeTrait::Unordered) {
        let sorted = |elements: &[Value]| {
            let mut texts: Vec<String> = elements.iter().map(|e| comparable(e).into_owned()).collect();
            texts.sort_unstable();
            texts
        };
        return sorted(desired) == sorted(current);
    }
    desired.iter().zip(current).all(|(desired, current)| is_same_choice(attribute, desired, current))
}

/// Returns whether two values are equal or are spellings of the same listed value.
fn is_same_choice(attribute: &Attribute, desired: &Value, current: &Value) -> bool {
    if is_equal(desired, current) {
        return true;
    }
    if attribute.choices.is_empty() {
        return false;
    }
    let canonical = |value: &Value| Some(attribute.named(&comparable(revealed(value)))?.value.as_str());
    canonical(desired).is_some_and(|desired| canonical(current) == Some(desired))
}

/// Returns whether two values are equal, or equal as strings.
fn is_equal(desired: &Value, current: &Value) -> bool {
    match (revealed(desired), revealed(current)) {
        (Value::String(desired), Value::String(current)) => desired == current,
        (Value::Array(desired), Value::Array(current)) => {
            desired.len() == current.len() && desired.iter().zip(current).all(|(d, c)| is_equal(d, c))
        }
        // As in Ruby, the order of the entries does not matter.
        (Value::Hash(desired), Value::Hash(current)) => {
            desired.len() == current.len()
                && desired
                    .iter()
                    .all(|(key, value)| current.iter().any(|(k, v)| is_equal(key, k) && is_equal(value, v)))
        }
        (Value::Array(_) | Value::Hash(_), _) | (_, Value::Array(_) | Value::Hash(_)) => false,
        #[expect(clippy::cast_precision_loss, reason = "as Ruby compares numbers of different kinds")]
        (Value::Integer(integer), Value::Float(float)) | (Value::Float(float), Value::Integer(integer)) => {
            *integer as f64 == *float
        }
        (desired, current) => desired == current || comparable(desired) == comparable(current),
    }
}

fn comparable(value: &Value) -> Cow<'_, str> {
    match revealed(value) {
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.clone().unwrapped().to_string()),
    }
}

fn revealed(value: &Value) -> &Value {
    let mut value = value;
    while let Value::Sensitive(secret) = value {
        value = secret.reveal();
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Sensitive;
    use catalog::schema::Choice;

    fn list(elements: &[&str]) -> Value {
        Value::Array(elements.iter().map(|e| Value::from(*e)).collect())
    }

    fn with(traits: &[AttributeTrait]) -> Attribute {
        Attribute { traits: traits.to_vec(), ..Attribute::default() }
    }

    #[test]
    fn values_are_in_sync_if_equal_as_strings() {
        let plain = with(&[]);
        assert!(is_insync(&plain, &5.into(), &"5".into()));
        assert!(is_insync(&plain, &"true".into(), &true.into()));
        assert!(is_insync(&plain, &1.into(), &Value::Float(1.0)));
        assert!(!is_insync(&plain, &"a".into(), &"A".into()));
        let entries = |keys: [&str; 2]| Value::Hash(keys.iter().map(|k| (Value::from(*k), Value::from(1))).collect());
        assert!(is_insync(&plain, &entries(["a", "b"]), &entries(["b", "a"])));
    }

    #[test]
    fn lists_are_compared_according_to_the_traits_of_the_attribute() {
        let plain = with(&[]);
        assert!(is_insync(&plain, &list(&["a", "b"]), &"b".into()));
        assert!(!is_insync(&plain, &list(&["a", "b"]), &"c".into()));
        assert!(is_insync(&plain, &list(&[]), &"c".into()));
        let whole = with(&[AttributeTrait::WholeArray]);
        assert!(is_insync(&whole, &list(&["a"]), &"a".into()));
        assert!(!is_insync(&whole, &list(&["a", "b"]), &list(&["b", "a"])));
        let unordered = with(&[AttributeTrait::WholeArray, AttributeTrait::Unordered]);
        assert!(is_insync(&unordered, &list(&["a", "b"]), &list(&["b", "a"])));
        assert!(!is_insync(&unordered, &list(&["a", "b"]), &list(&["b", "b"])));
    }

    #[test]
    fn aliases_of_values_and_secrets_are_in_sync() {
        let choice = Choice { value: "running".into(), aliases: vec!["true".into()], ..Choice::default() };
        let listed = Attribute { choices: vec![choice], ..Attribute::default() };
        assert!(is_insync(&listed, &"running".into(), &true.into()));
        assert!(!is_insync(&listed, &"running".into(), &"stopped".into()));
        let secret = |text: &str| Value::Sensitive(Sensitive::new(text.into()));
        assert!(is_insync(&with(&[]), &secret("x"), &"x".into()));
        assert!(!is_insync(&with(&[]), &secret("x"), &secret("y")));
    }
}
