//! Marotte's result of a case in the format of `expected.json`.

use std::path::Path;
use std::sync::Arc;

use catalog::{Catalog, Level, wire};
use compiler::{Compiled, Failure};
use engine::SharedFiles;
use serde_json::{Map, Value as Json, json};
use syntax::{Diagnostic, SourceMap, Span, TraceEntry};
use value::Log;

use super::{Case, Custom, Types, apply, environment};

/// Prefix of Puppet's messages of errors in a defined type.
const IN_DEFINE: &str = "Evaluation Error: Error while evaluating a Resource Statement, ";

/// Compiles a case and returns the result.
///
/// # Errors
/// Returns an error if the case itself is invalid.
pub(super) fn of(case: &Case, types: &Types, custom: &Custom) -> Result<Json, String> {
    let world = environment::world(case, types, custom)?;
    let request = environment::request(case)?;
    let place = Places { directory: &case.directory };
    match compiler::compile(&world, &request) {
        Ok(compiled) => place.compiled(case, custom, compiled),
        Err(failure) => Ok(place.failed(&failure)),
    }
}

/// Compiles a case and returns the catalog in the form sent to agents; `None` if it does not compile.
///
/// # Errors
/// Returns the same errors as [`of`].
pub(super) fn document(
    case: &Case,
    types: &Types,
    custom: &Custom,
    shared: Arc<SharedFiles>,
) -> Result<Option<String>, String> {
    let world = environment::world(case, types, custom)?.sharing(shared);
    let request = environment::request(case)?;
    let Ok(compiled) = compiler::compile(&world, &request) else { return Ok(None) };
    let mut catalog = compiled.catalog;
    // The version is the time of compilation in seconds.
    catalog.version.clear();
    wire::write(&catalog, &|_| true).map(Some).map_err(|error| error.to_string())
}

/// Formatting of positions: the case's directory is replaced by `$CASE`.
struct Places<'a> {
    directory: &'a Path,
}

impl Places<'_> {
    fn compiled(&self, case: &Case, custom: &Custom, compiled: Compiled) -> Result<Json, String> {
        let Compiled { catalog, logs, sources, exported: _ } = compiled;
        let logs = self.logs(&logs, &sources);
        let mut written = self.catalog(&catalog)?;
        written.insert("logs".to_owned(), logs);
        if case.is_set("ral") {
            written.insert("ral".to_owned(), apply::ral(case, custom, catalog.clone()));
        }
        if case.is_set("apply") {
            written.insert("apply".to_owned(), apply::apply(case, custom, catalog));
        }
        Ok(self.relative(Json::Object(written)))
    }

    /// Returns a catalog in the recorded format, from the document sent to agents.
    fn catalog(&self, catalog: &Catalog) -> Result<Map<String, Json>, String> {
        let document = wire::write(catalog, &|_| true).map_err(|error| error.to_string())?;
        let document: Json = serde_json::from_str(&document).map_err(|error| error.to_string())?;
        let list = |name: &str| document[name].as_array().cloned().unwrap_or_default();
        let mut resources: Vec<Json> = list("resources").into_iter().map(resource).collect();
        let sequence: Vec<String> = resources.iter().map(reference).collect();
        resources.sort_by_key(|resource| (resource["type"].to_string(), resource["title"].to_string()));
        let mut edges: Vec<Json> =
            list("edges").into_iter().map(|edge| json!([edge["source"], edge["target"]])).collect();
        edges.sort_by_key(Json::to_string);
        let mut classes = list("classes");
        classes.sort_by_key(Json::to_string);
        let mut object = Map::new();
        for (name, value) in [
            ("status", json!("ok")),
            ("resources", Json::Array(resources)),
            ("sequence", json!(sequence)),
            ("virtual", json!([])),
            ("edges", Json::Array(edges)),
            ("classes", Json::Array(classes)),
        ] {
            object.insert(name.to_owned(), value);
        }
        Ok(object)
    }

    fn failed(&self, failure: &Failure) -> Json {
        let sources = &failure.sources;
        let mut logs = failure.logs.clone();
        let giving_up = syntax::giving_up(&failure.diagnostics);
        if giving_up.is_some() {
            // Puppet logs the individual errors and fails with their number.
            logs.extend(failure.diagnostics.iter().map(|diagnostic| Log {
                level: Level::Err,
                source: String::new(),
                message: String::new(),
                diagnostic: Some(diagnostic.clone()),
            }));
        }
        let is_summed_up = giving_up.is_some();
        let errors = failure.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let Some(diagnostic) = giving_up.as_ref().or(errors.clone().next()) else {
            return json!({ "status": "error", "message": null });
        };
        let place = diagnostic.span.and_then(|span| sources.locate(span));
        let mut line = place.map(|(_, at)| at.line).filter(|_| !is_summed_up);
        let mut column = place.map(|(_, at)| at.column).filter(|_| !is_summed_up);
        let mut file = place.map(|(file, _)| file);
        let mut message = diagnostic.message.clone();
        let mut full = format!("{message}{}", location(diagnostic.span, sources));
        let mut issue = Some(diagnostic.issue).filter(|_| !is_summed_up);
        if let Some((outer, at)) = declaration(diagnostic).and_then(|span| sources.locate(span)) {
            // Puppet reports an error in a defined type at the position of the instance.
            message = format!("{IN_DEFINE}{message}");
            full = format!("{IN_DEFINE}{full} (file: {outer}, line: {})", at.line);
            (file, line, column, issue) = (Some(outer), Some(at.line), None, Some("RUNTIME_ERROR"));
        }
        let (kind, before) = match failure.is_parse {
            true => ("parse", "Could not parse for environment production: "),
            false => ("evaluation", ""),
        };
        self.relative(json!({
            "status": "error",
            "kind": kind,
            "message": message,
            "line": line,
            "pos": column,
            "file": file,
            "issue_code": issue,
            "full_message": format!("{before}{full} on node {}", failure.node),
            "logs": self.logs(&logs, sources),
        }))
    }

    fn logs(&self, logs: &[Log], sources: &SourceMap) -> Json {
        let shown = logs.iter().filter(|log| log.level >= Level::Info);
        Json::Array(shown.map(|log| line(log, sources)).collect())
    }

    /// Replaces the case's directory by `$CASE` in every string.
    fn relative(&self, json: Json) -> Json {
        let directory = self.directory.display().to_string();
        replaced(json, &directory)
    }
}

fn replaced(json: Json, directory: &str) -> Json {
    match json {
        Json::String(text) => Json::String(text.replace(directory, "$CASE")),
        Json::Array(elements) => {
            Json::Array(elements.into_iter().map(|element| replaced(element, directory)).collect())
        }
        Json::Object(entries) => {
            Json::Object(entries.into_iter().map(|(name, value)| (name, replaced(value, directory))).collect())
        }
        other => other,
    }
}

fn line(log: &Log, sources: &SourceMap) -> Json {
    let message = match &log.diagnostic {
        Some(diagnostic) => format!("{}{}", diagnostic.message, location(diagnostic.span, sources)),
        None => log.message.clone(),
    };
    let mut object = Map::new();
    object.insert("level".to_owned(), json!(log.level.name()));
    object.insert("message".to_owned(), json!(message));
    if !log.source.is_empty() {
        object.insert("source".to_owned(), json!(log.source));
    }
    Json::Object(object)
}

/// Formats a position as at the end of messages.
fn location(span: Option<Span>, sources: &SourceMap) -> String {
    match span.and_then(|span| sources.locate(span)) {
        Some((file, at)) if !file.is_empty() => format!(" (file: {file}, line: {}, column: {})", at.line, at.column),
        Some((_, at)) => format!(" (line: {}, column: {})", at.line, at.column),
        None => String::new(),
    }
}

/// Returns the position of the defined type's instance in which an error occurred.
fn declaration(diagnostic: &Diagnostic) -> Option<Span> {
    let is_instance = |step: &&TraceEntry| {
        let inside = step.message.strip_prefix("in ").unwrap_or_default();
        let other = ["function ", "node ", "Class["];
        !inside.is_empty() && !other.iter().any(|start| inside.starts_with(start))
    };
    diagnostic.trace.iter().rev().find(is_instance)?.span
}

/// Removes the position and the kind of a resource, which recordings do not contain.
fn resource(mut resource: Json) -> Json {
    if let Json::Object(object) = &mut resource {
        for name in ["file", "line", "kind"] {
            object.remove(name);
        }
        if let Some(Json::Array(tags)) = object.get_mut("tags") {
            tags.sort_by_key(Json::to_string);
        }
        object.entry("parameters").or_insert_with(|| json!({}));
    }
    resource
}

fn reference(resource: &Json) -> String {
    let text = |name: &str| resource[name].as_str().unwrap_or_default().to_owned();
    format!("{}[{}]", text("type"), text("title"))
}
