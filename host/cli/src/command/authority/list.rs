//! `ca list`: requests and certificates of the authority.

use anyhow::Result;
use engine::Settings;
use identity::Certificate;
use serde_json::{Value as Json, json};

use crate::args::AuthorityList;
use crate::console::Console;

use super::open;

/// A line of the list.
struct Entry {
    state: &'static str,
    name: String,
    fingerprint: String,
    alternative_names: Vec<String>,
    /// The end of the validity; `None` for a request.
    until: Option<String>,
}

/// Prints the list.
pub(super) fn run(arguments: &AuthorityList, settings: &Settings, console: &mut Console) -> Result<()> {
    let authority = open(settings)?;
    let mut entries = Vec::new();
    for request in authority.requests()? {
        entries.push(Entry {
            state: "requested",
            name: request.certname().to_string(),
            fingerprint: request.fingerprint(),
            alternative_names: request.alternative_names().to_vec(),
            until: None,
        });
    }
    for certificate in authority.certificates()?.iter().filter(|_| arguments.all) {
        let state = if authority.is_revoked(certificate)? { "revoked" } else { "signed" };
        entries.push(of_certificate(certificate, state));
    }
    match console.is_structured() {
        true => console.print_data(&Json::Array(entries.iter().map(as_json).collect())),
        false => console.print(&as_text(&entries)),
    }
    Ok(())
}

fn of_certificate(certificate: &Certificate, state: &'static str) -> Entry {
    Entry {
        state,
        name: certificate.certname().map_or_else(|_| certificate.subject(), |name| name.to_string()),
        fingerprint: certificate.fingerprint(),
        alternative_names: certificate.alternative_names().to_vec(),
        until: Some(certificate.not_after().strftime("%F").to_string()),
    }
}

fn as_json(entry: &Entry) -> Json {
    json!({
        "name": entry.name,
        "state": entry.state,
        "fingerprint": entry.fingerprint,
        "subject_alt_names": entry.alternative_names,
        "not_after": entry.until,
    })
}

/// Formats the list: one line for each name, in columns.
fn as_text(entries: &[Entry]) -> String {
    if entries.is_empty() {
        return "No requests\n".to_owned();
    }
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or_default();
    let line = |entry: &Entry| {
        let until = entry.until.as_ref().map(|until| format!("  until {until}")).unwrap_or_default();
        let names = match entry.alternative_names.as_slice() {
            [] => String::new(),
            names => format!("  {}", names.join(", ")),
        };
        format!("{:9}  {:width$}  (SHA256) {}{until}{names}\n", entry.state, entry.name, entry.fingerprint)
    };
    entries.iter().map(line).collect()
}
