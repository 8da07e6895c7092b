//! Owns writing down what Marotte does with a case, in the shape of `expected.json`.

use std::path::Path;

use catalog::{Catalog, wire};
use compiler::{Compiled, Failure, Level, Log};
use serde_json::{Map, Value as Json, json};
use syntax::{Diagnostic, Sources, Span};

use super::{Case, Types, apply, surroundings};

/// Compiles a case and writes down what came of it.
///
/// # Errors
/// The case can't be compiled at all, for a reason that is the case's own.
pub(super) fn of(case: &Case, types: &Types) -> Result<Json, String> {
    let environment = surroundings::environment(case, types);
    let request = surroundings::request(case)?;
    let place = Places { folder: &case.folder };
    match compiler::compile(&environment, &request) {
        Ok(compiled) => place.compiled(case, compiled),
        Err(failure) => Ok(place.failed(&failure)),
    }
}

/// Knows how places are written: paths of the case begin with `$CASE`.
struct Places<'a> {
    folder: &'a Path,
}

impl Places<'_> {
    fn compiled(&self, case: &Case, compiled: Compiled) -> Result<Json, String> {
        let Compiled { catalog, logs, sources } = compiled;
        let logs = self.logs(&logs, &sources);
        let mut written = self.catalog(&catalog)?;
        written.insert("logs".to_owned(), logs);
        if case.is_set("ral") {
            written.insert("ral".to_owned(), apply::ral(catalog.clone()));
        }
        if case.is_set("apply") {
            written.insert("apply".to_owned(), apply::apply(case, catalog));
        }
        Ok(self.relative(Json::Object(written)))
    }

    /// A catalog, from the document that would be sent to an agent.
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
            // Puppet logs the single errors and fails with their number.
            logs.extend(failure.diagnostics.iter().map(|diagnostic| Log {
                level: Level::Err,
                source: String::new(),
                message: String::new(),
                diagnostic: Some(diagnostic.clone()),
            }));
        }
        let last = giving_up.as_ref().or(failure.diagnostics.first());
        let Some(diagnostic) = last else { return json!({ "status": "error", "message": null }) };
        let place = diagnostic.span.and_then(|span| sources.locate(span));
        let kind = if failure.is_parse { "parse" } else { "evaluation" };
        let before = if failure.is_parse { "Could not parse for environment production: " } else { "" };
        self.relative(json!({
            "status": "error",
            "kind": kind,
            "message": diagnostic.message,
            "line": place.map(|(_, at)| at.line),
            "pos": place.map(|(_, at)| at.column),
            "file": place.map(|(file, _)| file),
            "issue_code": diagnostic.issue,
            "full_message": format!("{before}{}{} on node {}", diagnostic.message, location(diagnostic.span, sources), failure.node),
            "trace": trace(diagnostic, sources),
            "logs": self.logs(&logs, sources),
        }))
    }

    fn logs(&self, logs: &[Log], sources: &Sources) -> Json {
        let shown = logs.iter().filter(|log| log.level >= Level::Info);
        Json::Array(shown.map(|log| line(log, sources)).collect())
    }

    /// Replaces the case's folder by `$CASE` in every text.
    fn relative(&self, json: Json) -> Json {
        let folder = self.folder.display().to_string();
        replaced(json, &folder)
    }
}

fn replaced(json: Json, folder: &str) -> Json {
    match json {
        Json::String(text) => Json::String(text.replace(folder, "$CASE")),
        Json::Array(elements) => Json::Array(elements.into_iter().map(|element| replaced(element, folder)).collect()),
        Json::Object(entries) => {
            Json::Object(entries.into_iter().map(|(name, value)| (name, replaced(value, folder))).collect())
        }
        other => other,
    }
}

fn line(log: &Log, sources: &Sources) -> Json {
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

/// A place as messages end with it.
fn location(span: Option<Span>, sources: &Sources) -> String {
    match span.and_then(|span| sources.locate(span)) {
        Some((file, at)) if !file.is_empty() => format!(" (file: {file}, line: {}, column: {})", at.line, at.column),
        Some((_, at)) => format!(" (line: {}, column: {})", at.line, at.column),
        None => String::new(),
    }
}

/// The lines through which evaluation came to a fault, innermost first.
fn trace(diagnostic: &Diagnostic, sources: &Sources) -> Json {
    let places = diagnostic.trace.iter().filter_map(|step| sources.locate(step.span?));
    Json::Array(places.map(|(file, at)| json!({ "file": file, "line": at.line })).collect())
}

/// A resource without its place and its kind, which recordings do not have.
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
