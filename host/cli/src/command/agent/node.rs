//! The node of a run: its certificate, and the connection to the server.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agent::{Enrolment, EnrolmentOptions, PuppetServer, VerifiedIdentity};
use anyhow::Result;
use catalog::Level;
use engine::Settings;
use jiff::Timestamp;

use crate::console::Console;

/// A certificate that ends within this time is mentioned in the report.
const WARNING: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A node with a certificate.
pub(super) struct AgentNode {
    /// The name.
    pub(super) certname: String,
    /// The server, or the reason why none can be selected.
    pub(super) server: Result<PuppetServer>,
}

/// Gets a certificate if there is none, renews one that ends soon, and selects the server.
///
/// # Errors
/// Returns an error if the node has no valid certificate, or a setting does not name a server.
pub(super) fn connect(settings: &Settings, interrupt: &Arc<AtomicBool>, console: &mut Console) -> Result<AgentNode> {
    let files = super::identity_files(settings)?;
    let certname = files.certname.to_string();
    let enrolment = Enrolment::new(files, EnrolmentOptions::new(settings, interrupt)?);
    let identity = enrolment.complete(console)?;
    let identity = renewed(&enrolment, identity, settings, console);
    let server = match PuppetServer::connect(settings, &identity, interrupt) {
        Err(error) if !error.is_outage() => return Err(error.into()),
        server => server.map_err(Into::into),
    };
    Ok(AgentNode { certname, server })
}

/// Renews a certificate that ends soon. If the authority does not renew it, the remaining time is in the report.
fn renewed(
    enrolment: &Enrolment,
    identity: Arc<VerifiedIdentity>,
    settings: &Settings,
    console: &mut Console,
) -> Arc<VerifiedIdentity> {
    let Some(certificate) = identity.chain().first() else { return identity };
    let left = certificate.not_after().duration_since(Timestamp::now());
    let left = Duration::try_from(left).unwrap_or_default();
    if settings.hostcert_renewal_interval.is_some_and(|interval| left < interval) {
        match enrolment.renew(console) {
            Ok(identity) => return identity,
            Err(error) => {
                let level = if matches!(error.status(), Some(403 | 404)) { Level::Debug } else { Level::Warning };
                console.log(level, "", &format!("The certificate could not be renewed: {error}"));
            }
        }
    }
    if left < WARNING {
        let days = left.as_secs() / (24 * 60 * 60);
        let message = format!(
            "The certificate of this node ends in {days} day(s); 'marotte ssl renew' or a new request replaces it"
        );
        console.log(Level::Warning, "", &message);
    }
    identity
}
