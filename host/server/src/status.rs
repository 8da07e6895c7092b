//! The state of the server.

use crate::reply::Reply;

/// The services that work as long as the server answers, with puppetserver's names.
const SERVICES: [&str; 4] = ["server", "master", "ca", "status-service"];

/// Answers whether a service works.
pub(crate) fn simple(service: &str) -> Reply {
    if SERVICES.contains(&service) {
        Reply::text(200, "running")
    } else {
        Reply::text(404, format!("not found: {service}"))
    }
}
