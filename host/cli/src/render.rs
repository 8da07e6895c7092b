//! Formats diagnostics: Puppet's line, the source snippet, and hints. Nothing is printed here.

use std::borrow::Cow;
use std::sync::LazyLock;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use catalog::Value;
use engine::clock::LocalZone;
use runtime::TracedEffect;
use serde_json::{Value as Json, json};
use syntax::{Diagnostic, Label, Severity, SourceFile, SourceMap, Span};
use transaction::Log;
use transaction::resource::FoundResource;

use report::sanitize::{mark_continuations, printable};

/// The time zone of log messages.
static ZONE: LazyLock<LocalZone> = LazyLock::new(LocalZone::system);

/// The start of the colour of a location, as in snippets of the source.
const LOCATION: &str = "\x1b[1m\x1b[94m";

/// Lines between two labels are omitted if there are more than this.
const WINDOW_LINES: u32 = 400;

/// Returns the text after the first line: the source with labels, the call trace, and hints. Empty without
/// these; otherwise it ends with a line break.
pub(crate) fn details(diagnostic: &Diagnostic, sources: &SourceMap, colored: bool) -> String {
    let mut text = snippet(diagnostic, sources, colored).unwrap_or_default();
    for steps in diagnostic.trace.chunk_by(|one, next| one == next) {
        let Some(step) = steps.first().filter(|step| step.span.is_none() || step.span != diagnostic.span) else {
            continue;
        };
        let place = step.span.and_then(|span| sources.locate(span));
        let place = place
            .map_or(String::new(), |(file, at)| format!(" (file: {file}, line: {}, column: {})", at.line, at.column));
        let times = if steps.len() > 1 { format!(", {} times", steps.len()) } else { String::new() };
        let line = format!("{}{place}{times}", step.message);
        text.push_str(&format!("  {}\n", mark_continuations(&printable(&line))));
    }
    for hint in &diagnostic.hints {
        text.push_str(&format!("  Hint: {}\n", mark_continuations(&printable(hint))));
    }
    text
}

/// Returns the text after a log message: the declaration of a resource that failed, unless the message contains it, and hints.
pub(crate) fn log_details(log: &Log, colored: bool) -> String {
    let (before, after) = if colored { (LOCATION, "\x1b[0m") } else { ("", "") };
    let place = log
        .position
        .as_ref()
        .filter(|place| log.level >= catalog::Level::Err && !place.file.is_empty() && !log.message.contains("(file: "));
    let place = place.map(|place| format!("  {before}--> {after}{}:{}\n", printable(&place.file), place.line));
    let hint = |hint: &String| format!("  Hint: {}\n", mark_continuations(&printable(hint)));
    place.into_iter().chain(log.hints.iter().map(hint)).collect()
}

/// Returns a log message as a JSON object on one line, see `host/docs/json/log.schema.json`.
pub(crate) fn log_as_json(log: &Log, run: Option<u64>) -> String {
    let mut line = record(log, run);
    line["message"] = json!(log.message);
    if let Some(source) = &log.source {
        line["source"] = json!(source);
    }
    if let Some(resource) = &log.resource {
        line["resource"] = json!(resource.to_string());
    }
    if let Some(position) = &log.position {
        // The code of `-e` has no file.
        line["file"] = json!(Some(&*position.file).filter(|file| !file.is_empty()));
        line["line"] = json!(position.line);
    }
    if !log.hints.is_empty() {
        line["hints"] = json!(log.hints);
    }
    if let Some(change) = &log.change {
        line["change"] = json!({
            "property": &*change.property,
            "old": logged_value(&change.previous),
            "new": logged_value(&change.desired),
            "status": change.status.name(),
        });
    }
    format!("{line}\n")
}

/// Returns the members that all log messages have.
fn record(log: &Log, run: Option<u64>) -> Json {
    let mut line = json!({ "time": ZONE.time(log.time).precise(), "level": log.level.name() });
    if let Some(run) = run {
        line["run"] = json!(run);
    }
    line
}

/// Returns a value as JSON. Values that JSON does not have are formatted as in manifests, secrets as `[redacted]`.
fn logged_value(value: &Value) -> Json {
    match value {
        Value::Undef => Json::Null,
        Value::Boolean(value) => json!(value),
        Value::Integer(number) => json!(number),
        Value::Float(number) => json!(number),
        Value::String(text) => json!(text),
        Value::Array(elements) => elements.iter().map(logged_value).collect(),
        Value::Hash(entries) => {
            let name = |name: &Value| name.as_str().map_or_else(|| FoundResource::show(name), str::to_owned);
            Json::Object(entries.iter().map(|(key, value)| (name(key), logged_value(value))).collect())
        }
        Value::Sensitive(_) => json!("[redacted]"),
        other => json!(FoundResource::show(other)),
    }
}

/// Returns an effect as a log message without a line break.
pub(crate) fn traced(traced: &TracedEffect<'_>) -> String {
    format!("Debug: {}: {} {}", traced.resource, traced.effect, traced.subject)
}

/// Returns an effect as a JSON object on one line: `effect`, `resource` and `subject`, a path or a command.
pub(crate) fn traced_as_json(traced: &TracedEffect<'_>) -> String {
    let line = json!({ "effect": traced.effect, "resource": traced.resource, "subject": traced.subject });
    format!("{line}\n")
}

/// Returns a diagnostic as a JSON object on one line: the members of Puppet's errors, labels, hints and
/// trace.
pub(crate) fn diagnostic_as_json(log: &Log, run: Option<u64>, diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut line = record(log, run);
    if let (Json::Object(line), Json::Object(more)) = (&mut line, as_json(&log.message, diagnostic, sources)) {
        line.extend(more);
    }
    format!("{line}\n")
}

/// Returns a diagnostic as JSON. `full` is the complete message.
pub(crate) fn as_json(full: &str, diagnostic: &Diagnostic, sources: &SourceMap) -> Json {
    let place = |span: Option<Span>| match span.and_then(|span| sources.locate(span)) {
        // The code of `-e` has no file.
        Some((file, at)) => {
            json!({ "file": Some(file).filter(|file| !file.is_empty()), "line": at.line, "pos": at.column })
        }
        None => json!({ "file": null, "line": null, "pos": null }),
    };
    let placed = |message: &str, span: Option<Span>| {
        let mut entry = place(span);
        entry["message"] = json!(message);
        entry
    };
    let mut entry = json!({ "issue_code": diagnostic.issue, "message": diagnostic.message, "full_message": full });
    if let (Json::Object(entry), Json::Object(at)) = (&mut entry, place(diagnostic.span)) {
        entry.extend(at);
    }
    let labels = diagnostic.labels.iter().map(|label| placed(&label.message, Some(label.span)));
    let trace = diagnostic.trace.iter().map(|step| placed(&step.message, step.span));
    entry["labels"] = labels.collect();
    entry["trace"] = trace.collect();
    entry["hints"] = json!(diagnostic.hints);
    entry
}

fn snippet(diagnostic: &Diagnostic, sources: &SourceMap, colored: bool) -> Option<String> {
    let span = diagnostic.span.or_else(|| Some(diagnostic.labels.first()?.span))?;
    let source = sources.get(span.source)?;
    let labels: Vec<&Label> = diagnostic.labels.iter().filter(|label| label.span.source == span.source).collect();
    let (first, last) = window(source, span, &labels);
    let start = source.line_start(first);
    let end = source.line_start(last + 1).max(start);
    let text = source.text().get(start..end)?;
    let place = |span: Span| {
        let lo = (span.lo as usize).clamp(start, end) - start;
        lo..((span.hi as usize).clamp(start, end) - start).max(lo)
    };
    let is_shown = |span: Span| (first..=last).contains(&source.line(span.lo));
    let own = labels.iter().find(|label| label.span == span).map(|label| label.message.as_str());
    let mut snippet = Snippet::source(text).line_start(first as usize).fold(true);
    if diagnostic.span.is_none() && !source.name().is_empty() {
        // The message does not contain the position.
        snippet = snippet.path(source.name());
    }
    snippet = snippet.annotation(AnnotationKind::Primary.span(place(first_line(source, span))).label(own));
    for label in labels.iter().filter(|label| label.span != span && is_shown(label.span)) {
        let place = place(first_line(source, label.span));
        snippet = snippet.annotation(AnnotationKind::Context.span(place).label(label.message.as_str()));
    }
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    let mut rendered = renderer.render(&[Group::with_level(level).element(snippet)]);
    rendered.push('\n');
    Some(rendered)
}

/// Cuts a span at the end of its first line, since highlighting a whole class is not useful.
fn first_line(source: &SourceFile, span: Span) -> Span {
    let end = source.line_start(source.line(span.lo) + 1);
    let text = source.text().get(span.lo as usize..end.min(span.hi as usize)).unwrap_or_default();
    source.span(span.lo as usize, span.lo as usize + text.trim_end_matches(['\n', '\r']).len())
}

/// Returns the first and last line to show.
fn window(source: &SourceFile, span: Span, labels: &[&Label]) -> (u32, u32) {
    let line = source.line(span.lo);
    let near =
        labels.iter().map(|label| source.line(label.span.lo)).filter(|other| other.abs_diff(line) <= WINDOW_LINES);
    near.fold((line, line), |(first, last), other| (first.min(other), last.max(other)))
}

/// Removes the numbers that the standard library adds to errors of the system: `No such file or directory (os error 2)`.
pub(crate) fn without_error_numbers(message: &str) -> Cow<'_, str> {
    let mut parts = message.split(" (os error ");
    let start = parts.next().unwrap_or_default();
    let mut text = Cow::Borrowed(start);
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.chars().all(|digit| digit.is_ascii_digit()) => text.to_mut().push_str(rest),
            _ => {
                text.to_mut().push_str(" (os error ");
                text.to_mut().push_str(part);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_error_numbers;

    #[test]
    fn numbers_of_system_errors_are_removed_from_messages() {
        let text = "a: No such file or directory (os error 2); b (os error 13)";
        assert_eq!(without_error_numbers(text), "a: No such file or directory; b");
        for text in ["plain", "an (os error without number)", "cut (os error 2"] {
            assert_eq!(without_error_numbers(text), text);
        }
    }
}
