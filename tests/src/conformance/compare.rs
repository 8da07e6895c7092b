//! Compares a result of Puppet with a result of Marotte: which parts must be equal and which may differ,
//! following the rules of tests/conformance/README.md.

mod application;
mod message;

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value as Json;

use message::{same_log, same_message};

/// A part of a result. Differences are counted separately for each part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Whether the case compiles, and whether it parses.
    Status,
    /// The text of an error.
    Message,
    /// File and line of an error.
    Line,
    /// The column of an error.
    Column,
    /// Puppet's code of an error.
    Issue,
    /// The set of resources, and which of them are exported.
    Resources,
    /// Parameters of resources, and which of them are secret.
    Parameters,
    /// Tags of resources.
    Tags,
    /// Containment of resources.
    Edges,
    /// The classes.
    Classes,
    /// The order of the resources.
    Sequence,
    /// The log lines.
    Logs,
    /// The prepared catalog.
    Ral,
    /// The result of applying the catalog.
    Apply,
}

impl Part {
    /// All parts in the order of tables.
    pub const ALL: [Self; 14] = [
        Self::Status,
        Self::Message,
        Self::Line,
        Self::Column,
        Self::Issue,
        Self::Resources,
        Self::Parameters,
        Self::Tags,
        Self::Edges,
        Self::Classes,
        Self::Sequence,
        Self::Logs,
        Self::Ral,
        Self::Apply,
    ];

    /// Returns the name of the part.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Message => "message",
            Self::Line => "line",
            Self::Column => "column",
            Self::Issue => "issue",
            Self::Resources => "resources",
            Self::Parameters => "parameters",
            Self::Tags => "tags",
            Self::Edges => "edges",
            Self::Classes => "classes",
            Self::Sequence => "sequence",
            Self::Logs => "logs",
            Self::Ral => "ral",
            Self::Apply => "apply",
        }
    }

    /// Returns whether a case passes even if this part differs.
    #[must_use]
    pub fn is_optional(self) -> bool {
        matches!(self, Self::Column | Self::Issue)
    }
}

/// A difference from Puppet's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The part of the result that differs.
    pub part: Part,
    /// The difference, with both values.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.part.name(), self.what)
    }
}

/// Compares two results.
pub(super) fn compare(expected: &Json, actual: &Json) -> Vec<Difference> {
    let mut found = Found::default();
    if expected["status"] != actual["status"] {
        found.differs(Part::Status, "status", &expected["status"], &actual["status"]);
        if let Some(message) = expected.get("message").or(actual.get("message")) {
            found.note(Part::Status, message.to_string());
        }
        return found.0;
    }
    // For internal errors of Ruby, only the failure itself is compared.
    if expected["message_internal"] == true {
        return found.0;
    }
    found.logs(expected, actual);
    if expected["status"] == "ok" {
        found.catalog(expected, actual);
        if let Some(ral) = expected.get("ral") {
            found.note_all(Part::Ral, application::ral(ral, &actual["ral"]));
        }
        if let Some(apply) = expected.get("apply") {
            found.note_all(Part::Apply, application::apply(apply, &actual["apply"]));
        }
    } else {
        found.error(expected, actual);
    }
    found.0
}

#[derive(Default)]
struct Found(Vec<Difference>);

impl Found {
    fn note(&mut self, part: Part, what: String) {
        self.0.push(Difference { part, what });
    }

    fn note_all(&mut self, part: Part, whats: Vec<String>) {
        self.0.extend(whats.into_iter().map(|what| Difference { part, what }));
    }

    fn differs(&mut self, part: Part, what: &str, expected: &Json, actual: &Json) {
        self.note(part, format!("{what}: expected {expected}, got {actual}"));
    }

    fn check(&mut self, part: Part, what: &str, expected: &Json, actual: &Json) {
        // Compared as text, since the order of a hash is significant.
        let (wanted, got) = (expected.to_string(), actual.to_string());
        if wanted != got {
            self.note(part, format!("{what}: expected {wanted}, got {got}"));
        }
    }

    fn catalog(&mut self, expected: &Json, actual: &Json) {
        let (wanted, got) = (by_reference(expected), by_reference(actual));
        for (reference, resource) in &wanted {
            let Some(found) = got.get(reference) else {
                self.note(Part::Resources, format!("{reference} is missing"));
                continue;
            };
            self.check(Part::Resources, &format!("{reference} exported"), &resource["exported"], &found["exported"]);
            self.parameters(reference, resource, found);
            self.check(Part::Tags, reference, &sorted(&resource["tags"]), &sorted(&found["tags"]));
        }
        for reference in got.keys().filter(|reference| !wanted.contains_key(*reference)) {
            self.note(Part::Resources, format!("{reference} is unexpected"));
        }
        self.check(Part::Edges, "edges", &sorted(&expected["edges"]), &sorted(&actual["edges"]));
        self.check(Part::Classes, "classes", &sorted(&expected["classes"]), &sorted(&actual["classes"]));
        self.check(Part::Sequence, "sequence", &expected["sequence"], &actual["sequence"]);
    }

    fn parameters(&mut self, reference: &str, expected: &Json, actual: &Json) {
        let empty = serde_json::Map::new();
        let of = |resource: &Json| resource["parameters"].as_object().unwrap_or(&empty).clone();
        let (wanted, got) = (of(expected), of(actual));
        let mut names: Vec<&String> = wanted.keys().chain(got.keys()).collect();
        names.sort();
        names.dedup();
        for name in names {
            let value = |of: &serde_json::Map<String, Json>| of.get(name).map_or("nothing".to_owned(), Json::to_string);
            if value(&wanted) != value(&got) {
                let what = format!("{reference} {name}: expected {}, got {}", value(&wanted), value(&got));
                self.note(Part::Parameters, what);
            }
        }
        let secrets = |resource: &Json| sorted(&resource["sensitive_parameters"]);
        self.check(Part::Parameters, &format!("{reference} secrets"), &secrets(expected), &secrets(actual));
    }

    fn logs(&mut self, expected: &Json, actual: &Json) {
        let deprecations = expected["deprecations"].as_bool().unwrap_or_default();
        let (wanted, got) =
            (message::loud(&expected["logs"], deprecations), message::loud(&actual["logs"], deprecations));
        let is_same = wanted.len() == got.len() && wanted.iter().zip(&got).all(|(wanted, got)| same_log(wanted, got));
        if !is_same {
            self.note(Part::Logs, format!("expected {wanted:?}, got {got:?}"));
        }
    }

    fn error(&mut self, expected: &Json, actual: &Json) {
        // Syntax errors in module files are found during evaluation, so the kind of error is compared for the site
        // manifest only.
        let is_site = expected["file"].as_str().is_none_or(|file| file.ends_with("/manifest.pp"));
        if is_site {
            self.check(Part::Status, "kind", &expected["kind"], &actual["kind"]);
        }
        if !same_message(text(expected, "message"), text(actual, "message")) {
            self.differs(Part::Message, "message", &expected["message"], &actual["message"]);
        }
        let places = message::lines(expected);
        if !expected["line"].is_null() && !places.contains(&actual["line"].as_u64().unwrap_or(0)) {
            self.differs(Part::Line, "line", &expected["line"], &actual["line"]);
        }
        let outer = places.len() > 1;
        if !outer && expected["file"].is_string() {
            self.check(Part::Line, "file", &expected["file"], &actual["file"]);
        }
        if !expected["pos"].is_null() && expected["line"] == actual["line"] {
            self.check(Part::Column, "column", &expected["pos"], &actual["pos"]);
        }
        if expected["issue_code"].is_string() {
            self.check(Part::Issue, "issue", &expected["issue_code"], &actual["issue_code"]);
        }
    }
}

fn by_reference(result: &Json) -> BTreeMap<String, &Json> {
    let resources = result["resources"].as_array().map_or(&[] as &[Json], Vec::as_slice);
    resources
        .iter()
        .map(|resource| (format!("{}[{}]", text(resource, "type"), text(resource, "title")), resource))
        .collect()
}

fn text<'a>(json: &'a Json, name: &str) -> &'a str {
    json[name].as_str().unwrap_or_default()
}

/// Returns an array sorted and without duplicates.
fn sorted(json: &Json) -> Json {
    let mut elements = json.as_array().cloned().unwrap_or_default();
    elements.sort_by_key(Json::to_string);
    elements.dedup();
    Json::Array(elements)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parts(expected: &Json, actual: &Json) -> Vec<Part> {
        compare(expected, actual).into_iter().map(|difference| difference.part).collect()
    }

    #[test]
    fn every_part_of_a_catalog_is_compared() {
        let sample = |value: Json, tag: &str| {
            json!({
                "status": "ok", "logs": [], "classes": ["a"], "edges": [["A[b]", "C[d]"]], "sequence": ["C[d]"],
                "resources": [{ "type": "C", "title": "d", "parameters": { "p": value }, "tags": [tag], "exported": false }],
            })
        };
        let one = sample(json!({ "a": 1, "b": 2 }), "t");
        assert_eq!(parts(&one, &one), []);
        assert_eq!(parts(&one, &sample(json!({ "b": 2, "a": 1 }), "t")), [Part::Parameters]);
        assert_eq!(parts(&one, &sample(json!({ "a": 1.0, "b": 2 }), "u")), [Part::Parameters, Part::Tags]);
        let mut other = one.clone();
        other["edges"] = json!([]);
        other["classes"] = json!([]);
        other["sequence"] = json!(["X[y]"]);
        other["logs"] = json!([{ "level": "notice", "message": "m" }]);
        other["resources"][0]["title"] = json!("e");
        let all = [Part::Logs, Part::Resources, Part::Resources, Part::Edges, Part::Classes, Part::Sequence];
        assert_eq!(parts(&one, &other), all);
    }

    #[test]
    fn errors_are_compared_by_text_and_line() {
        let one = json!({
            "status": "error", "kind": "evaluation", "file": "$CASE/manifest.pp", "line": 3, "pos": 7, "logs": [],
            "message": "Evaluation Error: Error while evaluating a Function Call, no",
            "full_message": "no (file: $CASE/manifest.pp, line: 1, column: 2) (file: $CASE/manifest.pp, line: 3)",
        });
        let mut other = one.clone();
        other["message"] = json!("no");
        other["line"] = json!(1);
        assert_eq!(parts(&one, &other), []);
        other["line"] = json!(2);
        other["message"] = json!("yes");
        assert_eq!(parts(&one, &other), [Part::Message, Part::Line]);
        assert_eq!(parts(&one, &json!({ "status": "ok" })), [Part::Status, Part::Status]);
    }
}
