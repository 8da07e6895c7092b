//! The state of the server, in the form of puppetserver's status service.

use fleet::StoredObject;
use serde_json::{Map, Value as Json, json};

use puppet::{ApiRequest, JSON, Reply};

use crate::app::App;

/// The services that work as long as the server answers, with puppetserver's names.
const SERVICES: [&str; 4] = ["server", "master", "ca", "status-service"];

/// The service of a server with a database, with PuppetDB's name.
const DATABASE: &str = "puppetdb-status";

/// The levels of detail.
const LEVELS: [&str; 3] = ["critical", "info", "debug"];

/// Answers whether a service works.
pub(crate) fn simple(app: &App, service: &str) -> Reply {
    match service {
        DATABASE if app.store.is_some() && !is_database_up(app) => Reply::text(503, "error"),
        service if names(app).any(|name| name == service) => Reply::text(200, "running"),
        service => Reply::text(404, format!("not found: {service}")),
    }
}

/// Returns the names of the services.
fn names(app: &App) -> impl Iterator<Item = &'static str> {
    SERVICES.into_iter().chain(app.store.as_ref().map(|_| DATABASE))
}

/// Returns whether the own database can be read.
fn is_database_up(app: &App) -> bool {
    app.store.as_ref().is_some_and(|store| store.exists(StoredObject::Node("")).is_ok())
}

/// Describes all services.
pub(crate) fn services(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let level = level(request)?;
    if let Some(timeout) = request.parameter("timeout").filter(|timeout| timeout.parse::<u32>().is_err()) {
        let message = format!("Invalid timeout. Should be an integer but was {timeout}");
        return Err(refused(400, "data-invalid", &message));
    }
    let described = names(app).map(|name| (name.to_owned(), description(app, level, name)));
    Ok(Reply::json(&Json::Object(described.collect::<Map<_, _>>())))
}

/// Describes a service.
pub(crate) fn service(app: &App, request: &ApiRequest, name: &str) -> Result<Reply, Reply> {
    let level = level(request)?;
    if !names(app).any(|known| known == name) {
        let message = format!("No status information found for service {name}");
        return Err(refused(404, "service-not-found", &message));
    }
    if let Some(version) = request.parameter("service_status_version").filter(|version| *version != "1") {
        let message = format!("No status function with version {version} found for service {name}");
        return Err(refused(400, "service-status-version-not-found", &message));
    }
    let mut described = description(app, level, name);
    described["service_name"] = name.into();
    Ok(Reply::json(&described))
}

fn level(request: &ApiRequest) -> Result<&str, Reply> {
    let level = request.parameter("level").unwrap_or("info");
    let message = || format!("Invalid level: :{level}");
    if LEVELS.contains(&level) { Ok(level) } else { Err(refused(400, "data-invalid", &message())) }
}

/// Certificates that end soon are alerts of the authority.
fn description(app: &App, level: &str, service: &str) -> Json {
    let warnings = if service == "ca" { app.expiry_warnings() } else { Vec::new() };
    let alerts: Vec<Json> =
        warnings.iter().map(|message| json!({ "severity": "warning", "message": message })).collect();
    let mut described = json!({
        "service_version": env!("CARGO_PKG_VERSION"),
        "service_status_version": 1,
        "detail_level": level,
        "state": "running",
        "status": {},
        "active_alerts": alerts,
    });
    if service == DATABASE {
        let is_up = is_database_up(app);
        described["state"] = if is_up { "running" } else { "error" }.into();
        described["status"] = json!({
            "maintenance_mode?": false,
            "queue_depth": 0,
            "read_db_up?": is_up,
            "write_db_up?": is_up,
            "write_dbs_up?": is_up,
            "write_db": { "default": { "up?": is_up } },
        });
    }
    described
}

fn refused(status: u16, kind: &str, message: &str) -> Reply {
    Reply::new(status, JSON, json!({ "kind": kind, "msg": message }).to_string())
}
