//! Version, time and metrics of PuppetDB's API, as dashboards request them.

use fleet::Time;
use puppet::{ApiRequest, JSON, Reply};
use serde_json::{Value as Json, json};

use crate::app::App;

/// The version of PuppetDB whose API is supported.
const VERSION: &str = "7.12.1";

/// The bean with numbers of nodes and resources.
const POPULATION: &str = "puppetlabs.puppetdb.population";

/// Returns the version of the API.
pub(crate) fn version(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let version = json!({ "version": VERSION });
    app.store.as_ref().map(|_| Reply::json(&version)).ok_or_else(|| Reply::no_endpoint(&request.path))
}

/// Returns the time of this server.
pub(crate) fn time(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let time = json!({ "server_time": Time::now().to_string() });
    app.store.as_ref().map(|_| Reply::json(&time)).ok_or_else(|| Reply::no_endpoint(&request.path))
}

/// Returns a metric, or the list of metrics without a name.
pub(crate) fn metric(app: &App, request: &ApiRequest, name: &str) -> Result<Reply, Reply> {
    let store = app.store.as_deref().ok_or_else(|| Reply::no_endpoint(&request.path))?;
    let failed = |error: fleet::StoreError| {
        app.log.error(format!("The database cannot be read: {error}"));
        Reply::failed(&error.to_string())
    };
    let reply = |request: Json, value: Json| {
        Reply::json(&json!({ "request": request, "value": value, "timestamp": Time::now().0 / 1000, "status": 200 }))
    };
    if name.is_empty() {
        let bean =
            |name: &str| json!({ "desc": name, "attr": { "Value": { "rw": false, "type": "java.lang.Object" } } });
        let beans = json!({ "name=num-nodes": bean("num-nodes"), "name=num-resources": bean("num-resources") });
        return Ok(reply(json!({ "type": "list" }), json!({ POPULATION: beans })));
    }
    let number = match name.strip_prefix(POPULATION) {
        Some(":name=num-nodes") => store.population().map_err(failed)?.nodes,
        Some(":name=num-resources") => store.population().map_err(failed)?.resources,
        _ => {
            let error = format!("There is no metric '{name}'");
            return Err(Reply::new(404, JSON, json!({ "status": 404, "error": error }).to_string()));
        }
    };
    Ok(reply(json!({ "mbean": name, "type": "read" }), json!({ "Value": number })))
}
