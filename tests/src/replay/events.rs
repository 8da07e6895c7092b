//! The compared parts of a run report: flags and events of each resource with any.

use base64::Engine as _;
use serde_json::Value as Json;

use super::normal::Normal;

/// The compared flags of a status.
const MARKS: [&str; 6] = ["failed", "failed_to_restart", "changed", "out_of_sync", "skipped", "corrective_change"];

/// The compared fields of an event.
const FIELDS: [&str; 8] = [
    "name",
    "status",
    "property",
    "previous_value",
    "desired_value",
    "historical_value",
    "audited",
    "corrective_change",
];

/// Converts a report to lines: a resource with its flags, followed by its events.
pub(super) fn read(report: &str, normal: &Normal) -> Result<Vec<String>, String> {
    // The first line contains the document's tag with the Ruby class.
    let text = report.split_once('\n').map_or("", |(_, text)| text);
    let report: Json = serde_saphyr::from_str(text).map_err(|error| format!("the report: {error}"))?;
    let statuses = report.get("resource_statuses").and_then(Json::as_object);
    let statuses = statuses.ok_or("the report has no resource_statuses")?;
    let mut found: Vec<(String, Vec<String>)> = vec![];
    for (reference, status) in statuses {
        let marks: Vec<&str> = MARKS.into_iter().filter(|mark| status.get(mark) == Some(&Json::Bool(true))).collect();
        let events = status.get("events").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        if marks.is_empty() && events.is_empty() {
            continue;
        }
        let reference = normal.text(reference);
        let mut lines = vec![format!("{reference}: {}", marks.join(", "))];
        for event in events {
            let fields = FIELDS.iter().map(|field| format!("{field}={}", normal.text(&plain(shown(&event[*field])))));
            let message = normal.text(&shown(&event["message"]));
            lines.push(format!("{reference}: {} {message}", fields.collect::<Vec<_>>().join(" ")));
        }
        found.push((reference, lines));
    }
    found.sort();
    Ok(found.into_iter().flat_map(|(_, lines)| lines).collect())
}

/// Ruby writes digests as binary data in base64.
fn plain(text: String) -> String {
    let is_digest = text.starts_with("e3NoYTI1Nn");
    let decoded = is_digest.then(|| base64::engine::general_purpose::STANDARD.decode(&text).ok()).flatten();
    decoded.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or(text)
}

/// Numbers are equal to their text form, since YAML does not always distinguish them.
fn shown(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(elements) => format!("[{}]", elements.iter().map(shown).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
