//! Secrets passed to a component as tokens: their values, the attributes that they came from, and their redaction
//! in texts from the component.

use std::sync::Arc;

use catalog::Value;
use rustc_hash::FxHashMap;

use crate::error::cut;

/// Maximum length of a text from a component.
const MAX_TEXT: usize = 64 << 10;

/// Maximum length of a diff from a component.
const MAX_DIFF: usize = 1 << 20;

/// The secrets of one instance, by token. Tokens are valid for that instance only.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    known: Vec<KnownSecret>,
    texts: FxHashMap<Arc<str>, u32>,
}

#[derive(Debug)]
struct KnownSecret {
    value: Value,
    /// The attributes, by number of the type, whose value contained the secret.
    attributes: Vec<u16>,
}

impl Secrets {
    /// Returns the token of a secret from an attribute of the resource.
    pub(crate) fn token(&mut self, value: &Value, attribute: u16) -> u32 {
        let token = self.token_of_foreign(value);
        if let Some(known) = self.known.get_mut(token as usize - 1)
            && !known.attributes.contains(&attribute)
        {
            known.attributes.push(attribute);
        }
        token
    }

    /// Returns the token of a secret from another resource, which no grant permits to be revealed.
    pub(crate) fn token_of_foreign(&mut self, value: &Value) -> u32 {
        let next = u32::try_from(self.known.len() + 1).unwrap_or(u32::MAX);
        let token = match value {
            Value::String(text) => *self.texts.entry(text.clone()).or_insert(next),
            other => self.known.iter().position(|known| known.value == *other).map_or(next, |at| at as u32 + 1),
        };
        if token == next {
            self.known.push(KnownSecret { value: value.clone(), attributes: Vec::new() });
        }
        token
    }

    /// Returns the secret of a token.
    pub(crate) fn reveal(&self, token: u32) -> Option<&Value> {
        self.known(token).map(|known| &known.value)
    }

    /// Returns whether the component has received no secret.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the attributes whose value contained the secret of a token; empty for an unknown token.
    pub(crate) fn attributes(&self, token: u32) -> &[u16] {
        self.known(token).map_or(&[], |known| &known.attributes)
    }

    fn known(&self, token: u32) -> Option<&KnownSecret> {
        self.known.get((token as usize).checked_sub(1)?)
    }

    /// Redacts secrets in a text from a component and limits its length.
    pub(crate) fn sanitize(&self, text: String) -> String {
        cut(self.redact(text), MAX_TEXT)
    }

    /// Redacts secrets in a diff from a component and limits its length, which may exceed that of other texts.
    pub(crate) fn sanitize_diff(&self, text: String) -> String {
        cut(self.redact(text), MAX_DIFF)
    }

    /// Replaces every secret in a text by `[redacted]`. Very short secrets are kept, since replacing all their
    /// occurrences would reveal them.
    pub(crate) fn redact(&self, mut text: String) -> String {
        if self.known.is_empty() {
            return text;
        }
        let mut secrets: Vec<&str> = Vec::new();
        for known in &self.known {
            collect_texts(&known.value, &mut secrets);
        }
        secrets.retain(|secret| secret.len() >= 4 && text.contains(secret));
        // Longest first, so that a secret that contains another one is replaced as a whole.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        for secret in secrets {
            text = text.replace(secret, "[redacted]");
        }
        text
    }
}

fn collect_texts<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(elements) => elements.iter().for_each(|element| collect_texts(element, texts)),
        Value::Hash(entries) => {
            for (key, value) in entries {
                collect_texts(key, texts);
                collect_texts(value, texts);
            }
        }
        Value::Sensitive(secret) => collect_texts(secret.reveal(), texts),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_redacted_and_unknown_tokens_have_no_value() {
        let mut secrets = Secrets::default();
        let token = secrets.token(&"canary".into(), 0);
        assert_eq!(secrets.token(&"canary".into(), 2), token);
        assert_ne!(secrets.token(&"canary bird".into(), 0), token);
        assert_eq!(secrets.redact("a canary bird, a canary".into()), "a [redacted], a [redacted]");
        assert_eq!((secrets.attributes(token), secrets.attributes(99)), (&[0, 2][..], &[][..]));
        assert_eq!((secrets.reveal(0), secrets.reveal(99)), (None, None));
    }

    #[test]
    fn long_text_is_truncated() {
        let secrets = Secrets::default();
        assert_eq!(secrets.sanitize("short".into()), "short");
        let text = secrets.sanitize("\u{e9}".repeat(MAX_TEXT));
        assert!(text.len() < MAX_TEXT + 40 && text.ends_with("... (65536 more bytes)"), "{}", &text[MAX_TEXT..]);
    }
}
