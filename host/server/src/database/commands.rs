//! Commands of PuppetDB's API: facts, catalogs and reports that another server sends.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::MultiGzDecoder;
use fleet::{Command, Time};
use puppet::{ApiRequest, JSON, Reply};
use serde_json::json;

use crate::app::App;

/// Applies a command. It is durable when it is acknowledged.
pub(crate) fn command(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let store = app.store.as_deref().ok_or_else(|| Reply::no_endpoint(&request.path))?;
    let (content, received) = (content(app, request)?, Time::now());
    let command = Command::read(&request.parameters, &content, received);
    let command = command.map_err(|error| Reply::new(400, JSON, json!({ "error": error.to_string() }).to_string()))?;
    command.apply(store, received).map_err(|error| {
        app.log.error(format!("{}: the command cannot be stored: {error}", command.certname()));
        super::not_stored(&error.into())
    })?;
    Ok(Reply::json(&json!({ "uuid": report::random_uuid() })))
}

/// Returns the content of a request, which can be compressed. Like that of other requests, it has at most `request_size` bytes.
fn content<'r>(app: &App, request: &'r ApiRequest) -> Result<Cow<'r, [u8]>, Reply> {
    let fault = |status: u16, error: String| Reply::new(status, JSON, json!({ "error": error }).to_string());
    match request.field("content-encoding") {
        None | Some("identity") => Ok(Cow::Borrowed(&request.content)),
        Some("gzip") => {
            let limit = app.options.request_size;
            let mut plain = Vec::new();
            let unpacked = MultiGzDecoder::new(&*request.content).take(limit as u64 + 1).read_to_end(&mut plain);
            unpacked.map_err(|error| fault(400, format!("The content of the command cannot be unpacked: {error}")))?;
            if plain.len() > limit {
                return Err(fault(413, format!("The content of the command has more than {limit} bytes")));
            }
            Ok(Cow::Owned(plain))
        }
        Some(other) => Err(fault(415, format!("Commands with the encoding '{other}' are not supported"))),
    }
}
