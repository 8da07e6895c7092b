//! Output of the difference between two catalogs: as text, grouped by resource with a sign before each line,
//! and as JSON. Differences in sensitive values are reported without the values.

use std::fmt::Write as _;

use catalog::diff::{Diff, PartDiff, ResourceChange};
use catalog::{Value, text_diff};
use serde_json::{Value as Json, json};

/// Lines shown before and after each change in a text.
const CONTEXT: usize = 2;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// Returns the difference as text; empty if there is none.
pub fn to_text(diff: &Diff, colored: bool) -> String {
    let mut writer = Writer { text: String::new(), colored };
    for resource in &diff.resources {
        let sign = match resource.change {
            ResourceChange::Added => '+',
            ResourceChange::Removed => '-',
            ResourceChange::Changed => ' ',
        };
        writer.line(sign, &resource.reference.to_string());
        let width = resource.parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
        resource.parts.iter().for_each(|part| writer.part(part, width));
    }
    if diff.is_reordered {
        writer.line(' ', "The common resources are in a different order.");
    }
    writer.text
}

struct Writer {
    text: String,
    colored: bool,
}

impl Writer {
    fn line(&mut self, sign: char, text: &str) {
        let color = match sign {
            '+' => GREEN,
            '-' => RED,
            _ => "",
        };
        // Writing to a String cannot fail.
        let _ = match self.colored && !color.is_empty() {
            true => writeln!(self.text, "{color}{sign} {text}{PLAIN}"),
            false => writeln!(self.text, "{sign} {text}"),
        };
    }

    fn part(&mut self, part: &PartDiff, width: usize) {
        if let (Some(Value::String(old)), Some(Value::String(new))) = (&part.old, &part.new)
            && (old.contains('\n') || new.contains('\n'))
        {
            self.line(' ', &format!("  {}:", part.name));
            for (sign, text) in text_diff::changed_lines(old, new, CONTEXT) {
                self.line(sign, &format!("    {text}"));
            }
            return;
        }
        for (sign, value) in [('-', &part.old), ('+', &part.new)] {
            if let Some(value) = value {
                self.line(sign, &format!("  {:width$} => {}", part.name, shown(value)));
            }
        }
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

/// Returns the difference as JSON.
pub fn to_json(diff: &Diff) -> Json {
    let value = |value: &Option<Value>| match value {
        None => Json::Null,
        Some(value) if value.contains_sensitive() => json!("[redacted]"),
        Some(value) => catalog::wire::to_json(value).unwrap_or(Json::Null),
    };
    let resources = diff.resources.iter().map(|resource| {
        let change = match resource.change {
            ResourceChange::Added => "added",
            ResourceChange::Removed => "removed",
            ResourceChange::Changed => "changed",
        };
        let parts = resource
            .parts
            .iter()
            .map(|part| json!({ "name": part.name, "old": value(&part.old), "new": value(&part.new) }));
        json!({
            "type": resource.reference.type_name,
            "title": resource.reference.title,
            "change": change,
            "parts": parts.collect::<Vec<_>>(),
        })
    });
    json!({ "resources": resources.collect::<Vec<_>>(), "reordered": diff.is_reordered })
}

#[cfg(test)]
mod tests {
    use catalog::{Catalog, Resource, ResourceRef, Sensitive, diff};

    use super::*;

    fn catalog(content: &str, secret: &str) -> Catalog {
        let mut catalog = Catalog::default();
        let mut resource = Resource::new(ResourceRef::new("file", "/a"));
        resource.set("content", content.into(), None);
        resource.set("key", Value::Sensitive(Sensitive::new(secret.into())), None);
        resource.set("mode", Value::from("0644"), None);
        catalog.add(resource).unwrap();
        catalog
    }

    #[test]
    fn text_diff_compares_lines_and_redacts_secrets() {
        let found = diff::diff(&catalog("a\nb\n", "s3cret"), &catalog("a\nc\n", "hidden"));
        let expected = "  File[/a]\n    content:\n      a\n-     b\n+     c\n-   key     => [redacted]\n+   key     => [redacted]\n";
        assert_eq!(to_text(&found, false), expected);
        let json = to_json(&found).to_string();
        assert!(!json.contains("s3cret") && !json.contains("hidden") && json.contains("[redacted]"));
    }
}
