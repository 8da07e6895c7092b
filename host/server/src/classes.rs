//! The classes of an environment with their parameters, for consoles such as Foreman.

use std::path::Path;

use engine::ServedEnvironment;
use puppet::{ApiRequest, JSON, Reply};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};
use syntax::ast::{Class, Definition, Expression, ExpressionKind, Parameter};
use syntax::{Diagnostic, ParsedFile, SourceFile, SourceMap};

use crate::app::App;

/// The length of an `ETag`.
const TAG: usize = 16;

/// Lists the classes in the manifests of an environment and its modules.
pub(crate) fn answer(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let environment = app.current_environment_of(request)?;
    let files = environment.manifest_files().map_err(|error| Reply::failed(&format!("{error:#}")))?;
    let files: Vec<Json> = files.iter().map(|path| file(&environment, path)).collect();
    let reply = json!({ "name": environment.environment().name, "files": files });
    let tag = hex::encode(Sha256::digest(reply.to_string()))[..TAG].to_owned();
    let is_known = request.field("if-none-match").is_some_and(|known| known.trim_end_matches("--gzip") == tag);
    Ok(if is_known { Reply::new(304, JSON, "") } else { Reply::json(&reply) }.with("etag", tag))
}

/// Describes a manifest.
fn file(environment: &ServedEnvironment, path: &Path) -> Json {
    let parsed = match environment.parse(path) {
        Ok(parsed) => parsed,
        Err(error) => return json!({ "path": path, "error": error.to_string() }),
    };
    if let Some(error) = parsed.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return json!({ "path": path, "error": message(&parsed, error) });
    }
    let classes = parsed.program.definitions().into_iter().filter_map(|definition| match definition {
        Definition::Class(found) => Some(class(found, &parsed.source)),
        _ => None,
    });
    json!({ "path": path, "classes": classes.collect::<Vec<_>>() })
}

fn message(parsed: &ParsedFile, error: &Diagnostic) -> String {
    let mut sources = SourceMap::default();
    sources.insert(&parsed.source);
    error.headline(&sources)
}

fn class(class: &Class, source: &SourceFile) -> Json {
    let parameters: Vec<Json> = class.parameters.iter().map(|one| parameter(one, source)).collect();
    json!({ "name": class.name, "params": parameters })
}

fn parameter(parameter: &Parameter, source: &SourceFile) -> Json {
    let mut described = Map::from_iter([("name".to_owned(), json!(parameter.name))]);
    if let Some(data_type) = &parameter.data_type {
        described.insert("type".to_owned(), source.slice(data_type.span).into());
    }
    if let Some(default) = &parameter.default {
        described.insert("default_source".to_owned(), source.slice(default.span).into());
        described.extend(literal(default).map(|value| ("default_literal".to_owned(), value)));
    }
    Json::Object(described)
}

/// Returns the value of an expression that contains nothing to evaluate.
fn literal(expression: &Expression) -> Option<Json> {
    Some(match &expression.kind {
        ExpressionKind::Undef => Json::Null,
        ExpressionKind::Default => "default".into(),
        ExpressionKind::Boolean(value) => (*value).into(),
        ExpressionKind::Integer(value) => (*value).into(),
        ExpressionKind::Float(value) => (*value).into(),
        ExpressionKind::String(text) | ExpressionKind::Name(text) => (**text).into(),
        ExpressionKind::Array(elements) => elements.iter().map(literal).collect::<Option<_>>()?,
        ExpressionKind::Hash(entries) => {
            let pair = |key: Json, value: Json| Some((key.as_str()?.to_owned(), value));
            let entries = entries.iter().map(|entry| pair(literal(&entry.key)?, literal(&entry.value)?));
            Json::Object(entries.collect::<Option<_>>()?)
        }
        ExpressionKind::Parenthesized(inner) => literal(inner)?,
        _ => return None,
    })
}
