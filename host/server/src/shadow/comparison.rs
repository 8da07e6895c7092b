//! Compiles a catalog, compares it with that of the upstream server, and records the result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{SystemTime, UNIX_EPOCH};

use ::catalog::{Catalog, diff, wire};
use engine::ServedCatalogError;
use puppet::{Content, Reply};
use report::comparison::{CatalogComparison, ComparisonResult, CompileFailure, differences};
use serde_json::Value as Json;

use super::{Shadow, ShadowedCatalog};
use crate::app::App;
use crate::catalog::{self, CatalogFailure, NodeCatalog, RICH};
use crate::upstream::UpstreamReply;

/// Statuses with which the upstream server reports an error of manifests.
const FAILED: [u16; 2] = [400, 500];

/// Compares a catalog and records the result.
pub(super) fn run(app: &App, shadow: &Shadow, shadowed: &ShadowedCatalog) {
    let reply = &shadowed.reply;
    let is_comparable = FAILED.contains(&reply.status) || reply.status == 200 && reply.media_type() == RICH;
    match is_comparable {
        true => {
            let compiled = catch_unwind(AssertUnwindSafe(|| catalog::compile(app, &shadowed.request, &shadowed.node)));
            let comparison = compared(shadowed, compiled.ok());
            let (node, label) = (&shadowed.node, comparison.result.label());
            if let Err(error) = shadow.store.add(comparison) {
                app.log.error(format!("{node}: the comparison was not stored: {error:#}"));
            }
            shadow.count(app, |counts| counts.compared += 1);
            app.log.info(format!("Compared the catalogs of {node}: {label}"));
        }
        false => shadow.count(app, |counts| counts.skipped += 1),
    }
}

/// Returns the comparison with the result of the compilation here, which is `None` if it ended unexpectedly.
fn compared(shadowed: &ShadowedCatalog, compiled: Option<Result<NodeCatalog, CatalogFailure>>) -> CatalogComparison {
    let node = shadowed.node.to_ascii_lowercase();
    let upstream = match shadowed.reply.status {
        200 => read(&String::from_utf8_lossy(&shadowed.reply.content)),
        _ => Err(message(&shadowed.reply)),
    };
    let environment = upstream.as_ref().map(|catalog| catalog.environment.clone());
    let environment = environment.unwrap_or_else(|_| match &compiled {
        Some(Ok(compiled)) => compiled.environment.clone(),
        _ => shadowed.request.parameter("environment").unwrap_or_default().to_owned(),
    });
    let resources = upstream.as_ref().map_or(0, |catalog| catalog.iter().count());
    let here = match compiled {
        Some(Ok(compiled)) => {
            read(&compiled.document).map_err(|reason| CompileFailure::new(&reason, &shadowed.node, false))
        }
        Some(Err(failure)) => Err(failed(failure, &shadowed.node)),
        None => Err(CompileFailure::new("The compilation ended unexpectedly", &shadowed.node, false)),
    };
    let result = match (upstream, here) {
        (Ok(upstream), Ok(here)) => ComparisonResult::of_differences(differences(&diff::diff(&upstream, &here))),
        (Ok(_), Err(failure)) => ComparisonResult::FailedHere(failure),
        (Err(reason), Ok(_)) => ComparisonResult::FailedUpstream(CompileFailure::new(&reason, &shadowed.node, false)),
        (Err(_), Err(failure)) => ComparisonResult::FailedBoth(failure),
    };
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    CatalogComparison { node, environment, time, resources, result }
}

/// Reads a catalog, of this server too: differences of both are then those of the documents.
fn read(text: &str) -> Result<Catalog, String> {
    wire::read(text, &|_| true).map_err(|error| format!("The catalog cannot be read: {error}"))
}

/// Returns the reason why a catalog does not compile here.
fn failed(failure: CatalogFailure, node: &str) -> CompileFailure {
    match failure {
        CatalogFailure::Compilation(ServedCatalogError::MissingRuby { missing, .. }) => {
            CompileFailure::new(&missing.to_string(), node, true)
        }
        CatalogFailure::Compilation(error) => CompileFailure::new(&format!("{error:#}"), node, false),
        CatalogFailure::Refusal(Reply { content: Content::Bytes(bytes), .. }) => {
            CompileFailure::new(&text_of_error(&bytes), node, false)
        }
        CatalogFailure::Refusal(reply) => CompileFailure::new(&format!("status {}", reply.status), node, false),
    }
}

/// Returns the message of an error of the upstream server.
fn message(reply: &UpstreamReply) -> String {
    text_of_error(&reply.content)
}

/// Returns the message in the content of an error: a text, or JSON in Puppet's form.
fn text_of_error(content: &[u8]) -> String {
    let text = String::from_utf8_lossy(content);
    match serde_json::from_str::<Json>(&text) {
        Ok(json) => json["message"].as_str().unwrap_or(&text).to_owned(),
        Err(_) => text.into_owned(),
    }
}
