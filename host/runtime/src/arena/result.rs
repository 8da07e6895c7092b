//! Encoder for values returned by host functions: facts and resources of the catalog. The encoded values are owned.

use catalog::Value;

use super::{MAX_DEPTH, write};
use crate::bindings::marotte::provider::values::{ArenaResult, RowResult, ValueResult};
use crate::secrets::Secrets;

/// The token for a secret that cannot be used.
const NO_SECRET: u32 = 0;

/// Encoder for the arena of a result.
pub(crate) struct ResultArena<'s> {
    arena: ArenaResult,
    secrets: &'s mut Secrets,
    /// Whether secrets are encoded as usable tokens instead of 0.
    passes: bool,
}

impl<'s> ResultArena<'s> {
    /// Creates an encoder with an empty arena. Secrets are encoded as 0 by default; [`ResultArena::passing`]
    /// enables tokens, which cannot be revealed under any grant.
    pub(crate) fn new(secrets: &'s mut Secrets) -> Self {
        Self { arena: ArenaResult { values: Vec::new(), text: String::new() }, secrets, passes: false }
    }

    /// Adds a value and returns its index; `None` if it cannot be encoded.
    pub(crate) fn value(&mut self, value: &Value) -> Option<u32> {
        self.node(value, false, 0)
    }

    /// Sets whether the secrets in values added from now on may be written to file contents.
    pub(crate) fn passing(&mut self, passes: bool) -> &mut Self {
        self.passes = passes;
        self
    }

    /// Creates a row of added values.
    pub(crate) fn row(&mut self, id: u32, title: &str, slots: Vec<(u16, u32)>) -> RowResult {
        RowResult { id, title: write(&mut self.arena.text, title), slots }
    }

    /// Returns the arena.
    pub(crate) fn finish(self) -> ArenaResult {
        self.arena
    }

    /// Adds a value. The leaves of a secret array or hash become tokens.
    fn node(&mut self, value: &Value, is_secret: bool, depth: u32) -> Option<u32> {
        if depth > MAX_DEPTH {
            return None;
        }
        let node = match value {
            Value::Array(elements) => {
                let nodes = elements.iter().map(|element| self.node(element, is_secret, depth + 1));
                ValueResult::Array(nodes.collect::<Option<_>>()?)
            }
            Value::Hash(entries) => {
                let mut pairs = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    pairs.push((self.node(key, is_secret, depth + 1)?, self.node(value, is_secret, depth + 1)?));
                }
                ValueResult::Hash(pairs)
            }
            Value::Sensitive(secret) => return self.node(secret.reveal(), true, depth + 1),
            leaf if is_secret && self.passes => ValueResult::Secret(self.secrets.token_of_foreign(leaf)),
            _ if is_secret => ValueResult::Secret(NO_SECRET),
            Value::Undef => ValueResult::Undef,
            Value::Boolean(value) => ValueResult::Boolean(*value),
            Value::Integer(value) => ValueResult::Integer(*value),
            Value::Float(value) => ValueResult::Float(*value),
            Value::String(text) => ValueResult::Text(write(&mut self.arena.text, text)),
            Value::Binary(bytes) => ValueResult::Binary(bytes.clone()),
            Value::Default => other("Default", "default"),
            Value::Regexp(pattern) => other("Regexp", pattern),
            Value::Reference(reference) => other("Resource", &reference.to_string()),
            Value::Other(textual) => other(&textual.type_name, &textual.text),
            Value::Object(object) => {
                other(if object.is_type() { "Type" } else { object.type_name.as_str() }, &value.to_string())
            }
            Value::Deferred(_) => return None,
        };
        self.arena.values.push(node);
        u32::try_from(self.arena.values.len() - 1).ok()
    }
}

fn other(kind: &str, text: &str) -> ValueResult {
    ValueResult::Other((kind.to_owned(), text.to_owned()))
}

#[cfg(test)]
mod tests {
    use catalog::Sensitive;

    use super::*;
    use crate::arena::Decoder;

    #[test]
    fn secret_of_another_resource_is_a_token_without_attributes() {
        let secret = |text: &str| Value::Sensitive(Sensitive::new(text.into()));
        let value = Value::Array(vec!["clear".into(), secret("canary"), Value::Integer(7)]);
        let mut secrets = Secrets::default();
        let mut answer = ResultArena::new(&mut secrets);
        let last = answer.passing(true).value(&value).unwrap();
        let arena = answer.finish();
        assert!(!format!("{arena:?}").contains("canary"));
        assert_eq!(Decoder::new(&arena, &secrets).value(last).unwrap(), value);
        assert_eq!(secrets.attributes(1), [0_u16; 0]);
    }

    #[test]
    fn secret_of_another_resource_without_grant_is_token_zero() {
        let value = Value::Sensitive(Sensitive::new("canary".into()));
        let mut secrets = Secrets::default();
        let mut answer = ResultArena::new(&mut secrets);
        answer.value(&value).unwrap();
        assert!(matches!(answer.finish().values[..], [ValueResult::Secret(0)]));
        assert_eq!((secrets.reveal(0), secrets.reveal(1)), (None, None));
    }
}
