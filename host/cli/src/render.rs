//! Formats diagnostics: Puppet's line, the source snippet, and hints. Nothing is printed here.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use runtime::TracedEffect;
use serde_json::{Value as Json, json};
use syntax::{Diagnostic, Label, Severity, SourceFile, SourceMap, Span};

use report::sanitize::{mark_continuations, printable};

/// Lines between two labels are omitted if there are more than this.
const WINDOW_LINES: u32 = 400;

/// Returns the text after the first line: the source with labels, the call trace, and hints. Empty without
/// these; otherwise it ends with a line break.
pub(crate) fn details(diagnostic: &Diagnostic, sources: &SourceMap, colored: bool) -> String {
    let mut text = snippet(diagnostic, sources, colored).unwrap_or_default();
    for step in &diagnostic.trace {
        let place = step.span.and_then(|span| sources.locate(span));
        let place = place
            .map_or(String::new(), |(file, at)| format!(" (file: {file}, line: {}, column: {})", at.line, at.column));
        let line = format!("{}{place}", step.message);
        text.push_str(&format!("  {}\n", mark_continuations(&printable(&line))));
    }
    for hint in &diagnostic.hints {
        text.push_str(&format!("  Hint: {}\n", mark_continuations(&printable(hint))));
    }
    text
}

/// Returns a log message as a JSON object on one line: `level`, `message` and, if there is one, `source`.
pub(crate) fn line_as_json(level: &str, source: &str, message: &str) -> String {
    let mut line = json!({ "level": level, "message": message });
    if !source.is_empty() {
        line["source"] = json!(source);
    }
    format!("{line}\n")
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
pub(crate) fn diagnostic_as_json(level: &str, full: &str, diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut line = json!({ "level": level });
    if let (Json::Object(line), Json::Object(more)) = (&mut line, as_json(full, diagnostic, sources)) {
        line.extend(more);
    }
    format!("{line}\n")
}

/// Returns a diagnostic as JSON. `full` is the complete message.
pub(crate) fn as_json(full: &str, diagnostic: &Diagnostic, sources: &SourceMap) -> Json {
    let place = |span: Option<Span>| match span.and_then(|span| sources.locate(span)) {
        Some((file, at)) => json!({ "file": file, "line": at.line, "pos": at.column }),
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
    let span = diagnostic.span?;
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
