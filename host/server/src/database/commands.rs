//! Commands of PuppetDB's API: facts, catalogs and reports that another server sends.

use fleet::{Command, Time};
use puppet::{ApiRequest, JSON, Reply};
use serde_json::json;

use crate::app::App;

/// Applies a command. It is durable when it is acknowledged.
pub(crate) fn command(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let database = app.database.as_ref().ok_or_else(|| Reply::no_endpoint(&request.path))?;
    if let Some(encoding) = request.field("content-encoding").filter(|encoding| *encoding != "identity") {
        let error = format!("Commands with the encoding '{encoding}' are not supported");
        return Err(Reply::new(415, JSON, json!({ "error": error }).to_string()));
    }
    let received = Time::now();
    let command = Command::read(&request.parameters, &request.content, received);
    let command = command.map_err(|error| Reply::new(400, JSON, json!({ "error": error.to_string() }).to_string()))?;
    command.apply(&*database.store, received).map_err(|error| {
        app.log.error(format!("{}: the command cannot be stored: {error}", command.certname()));
        super::not_stored(&error.into())
    })?;
    Ok(Reply::json(&json!({ "uuid": report::random_uuid() })))
}
