//! Differences of two catalogs as they are recorded: without sensitive values, and with short texts.

use catalog::diff::{Diff, PartDiff, ResourceChange};
use catalog::{ResourceRef, Value};
use serde::{Deserialize, Serialize};

/// The largest length of a recorded value, in characters.
const VALUE: usize = 200;

/// The number of characters that are shown before the first one that differs.
const BEFORE: usize = 40;

const REDACTED: &str = "[redacted]";

/// Parts of the names of parameters whose values are not recorded, even if manifests do not declare them as sensitive.
const SECRETS: [&str; 6] = ["password", "passwd", "secret", "token", "private_key", "credential"];

/// The kinds of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// The resource is only in the catalog of the other server.
    OnlyUpstream,
    /// The resource is only in the catalog of this server.
    OnlyHere,
    /// A parameter of the resource differs.
    Parameter,
    /// The resource is contained in another one.
    Edge,
    /// The tags of the resource differ.
    Tags,
    /// The resource is exported on one server only.
    Exported,
    /// The common resources are in a different order.
    Order,
}

impl DifferenceKind {
    /// Returns the kind in a few words.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::OnlyUpstream => "only on the other server",
            Self::OnlyHere => "only here",
            Self::Parameter => "parameter",
            Self::Edge => "container",
            Self::Tags => "tags",
            Self::Exported => "exported",
            Self::Order => "order of the resources",
        }
    }
}

/// A difference of two catalogs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogDifference {
    /// The kind.
    pub kind: DifferenceKind,
    /// The resource; empty for the order.
    pub resource: String,
    /// The parameter; empty for other kinds.
    pub parameter: String,
    /// The value on the other server, shortened; `None` without a value.
    pub upstream: Option<String>,
    /// The value here, shortened; `None` without a value.
    pub here: Option<String>,
}

/// Returns the differences to record. `diff` is from the catalog of the other server to that of this server.
#[must_use]
pub fn differences(diff: &Diff) -> Vec<CatalogDifference> {
    let mut found = Vec::new();
    for resource in &diff.resources {
        match resource.change {
            ResourceChange::Added => found.push(of_resource(DifferenceKind::OnlyHere, &resource.reference)),
            ResourceChange::Removed => found.push(of_resource(DifferenceKind::OnlyUpstream, &resource.reference)),
            ResourceChange::Changed => {
                found.extend(resource.parts.iter().map(|part| of_part(&resource.reference, part)));
            }
        }
    }
    if diff.is_reordered {
        let (resource, parameter) = (String::new(), String::new());
        found.push(CatalogDifference { kind: DifferenceKind::Order, resource, parameter, upstream: None, here: None });
    }
    found
}

fn of_resource(kind: DifferenceKind, reference: &ResourceRef) -> CatalogDifference {
    let resource = shortened(&reference.to_string(), VALUE);
    CatalogDifference { kind, resource, parameter: String::new(), upstream: None, here: None }
}

fn of_part(reference: &ResourceRef, part: &PartDiff) -> CatalogDifference {
    let kind = match &*part.name {
        "container" => DifferenceKind::Edge,
        "tags" => DifferenceKind::Tags,
        "exported" => DifferenceKind::Exported,
        _ => DifferenceKind::Parameter,
    };
    let parameter = if kind == DifferenceKind::Parameter { part.name.to_string() } else { String::new() };
    let (upstream, here) = values(&part.name, part.old.as_ref(), part.new.as_ref());
    CatalogDifference { kind, resource: shortened(&reference.to_string(), VALUE), parameter, upstream, here }
}

/// Returns the texts of two values. Neither is shown if one of them is sensitive: the other can be the same secret.
fn values(name: &str, old: Option<&Value>, new: Option<&Value>) -> (Option<String>, Option<String>) {
    let name = name.to_lowercase();
    let is_secret = SECRETS.iter().any(|part| name.contains(part))
        || [old, new].into_iter().flatten().any(Value::contains_sensitive);
    if is_secret {
        return (old.map(|_| REDACTED.to_owned()), new.map(|_| REDACTED.to_owned()));
    }
    match (old.map(shown), new.map(shown)) {
        (Some(old), Some(new)) => {
            let same = old.chars().zip(new.chars()).take_while(|(one, other)| one == other).count();
            (Some(excerpt(&old, same)), Some(excerpt(&new, same)))
        }
        (old, new) => (old.map(|text| shortened(&text, VALUE)), new.map(|text| shortened(&text, VALUE))),
    }
}

/// Formats a value in the Puppet language.
fn shown(value: &Value) -> String {
    match value {
        Value::Undef => "undef".to_owned(),
        Value::String(text) => format!("'{}'", text.replace('\'', "\\'")),
        other => other.to_string(),
    }
}

/// Returns the part of a text that begins shortly before a character.
fn excerpt(text: &str, at: usize) -> String {
    let begin = if at > BEFORE && text.chars().count() > VALUE { at - BEFORE } else { 0 };
    let part: String = text.chars().skip(begin).collect();
    let part = shortened(&part, VALUE);
    if begin > 0 { format!("…{part}") } else { part }
}

/// Returns at most a number of characters of a text.
pub(super) fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
