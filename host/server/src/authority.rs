//! The certificate authority for agents: its certificates and revocation lists, and requests for certificates.

pub(crate) mod administration;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use identity::{Authority, AuthorityError, Autosign, Certname, Request as CertificateRequest, SignOptions};
use launcher::Launch;
use ownership::OwnershipRule;

use crate::app::App;
use crate::reply::{Reply, TEXT};
use crate::request::Request;

/// The longest time of a program that decides about a request.
const POLICY_TIME: Duration = Duration::from_secs(60);

/// Returns the certificates of the authority, or that of a node.
pub(crate) fn certificate(app: &App, name: &str) -> Result<Reply, Reply> {
    let authority = open(app)?;
    if name == "ca" {
        return authority
            .certificate_bundle_pem()
            .map(|text| Reply::text(200, text))
            .map_err(|error| failed(app, &error));
    }
    let known = name.parse::<Certname>().ok().and_then(|name| authority.certificate(&name).transpose());
    match known {
        Some(Ok(certificate)) => Ok(Reply::text(200, certificate.to_pem())),
        Some(Err(error)) => Err(failed(app, &error)),
        None => Err(Reply::text(404, format!("Could not find certificate {name}"))),
    }
}

/// Returns the revocation lists of the authority, unless the client has them already (`If-Modified-Since`).
pub(crate) fn revocations(app: &App, request: &Request) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let known = request.field("if-modified-since").and_then(|text| httpdate::parse_http_date(text).ok());
    let file = app.options.authority.as_ref().map(|directory| directory.join("ca_crl.pem"));
    let changed = file.and_then(|file| file.metadata().ok()?.modified().ok());
    if known.zip(changed).is_some_and(|(known, changed)| changed <= known) {
        return Ok(Reply::new(304, TEXT, ""));
    }
    authority.revocation_lists_pem().map(|text| Reply::text(200, text)).map_err(|error| failed(app, &error))
}

/// Returns the waiting request of a node.
pub(crate) fn waiting(app: &App, name: &str) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let known = name.parse::<Certname>().ok().and_then(|name| authority.request(&name).transpose());
    match known {
        Some(Ok(request)) => Ok(Reply::text(200, request.to_pem())),
        Some(Err(error)) => Err(failed(app, &error)),
        None => Err(Reply::text(404, format!("Could not find certificate_request {name}"))),
    }
}

/// Accepts a request for a certificate, which is signed at once if the setting `autosign` allows it.
pub(crate) fn submit(app: &App, request: &Request, name: &str) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let refused = |reason: String| {
        app.log.warning(format!("{name}: the certificate request was refused: {reason}"));
        Reply::text(400, reason)
    };
    let text = str::from_utf8(&request.content).map_err(|_| refused("The request is not text".to_owned()))?;
    let submitted = CertificateRequest::from_pem(text).map_err(|error| refused(error.to_string()))?;
    if submitted.certname().as_ref() != name {
        return Err(refused(format!(
            "Instance name \"{}\" does not match requested key \"{name}\"",
            submitted.certname()
        )));
    }
    authority.save_request(&submitted).map_err(|error| refused(error.to_string()))?;
    app.log.notice(format!("{name} has a waiting certificate request"));
    match is_signed_automatically(app, &submitted) {
        Ok(false) => {}
        Ok(true) => match authority.sign(submitted.certname(), &sign_options(app)) {
            Ok(_) => app.log.notice(format!("Signed certificate request for {name}")),
            Err(error) => return Err(refused(error.to_string())),
        },
        Err(error) => app.log.error(format!("{name}: the setting autosign was not applied: {error:#}")),
    }
    Ok(Reply::new(200, TEXT, ""))
}

/// Decides by the setting `autosign`: `true`, `false`, a file with names and patterns, or a program.
fn is_signed_automatically(app: &App, request: &CertificateRequest) -> Result<bool> {
    let path = match app.settings.autosign.as_str() {
        "true" => return Ok(true),
        "false" => return Ok(false),
        path => Path::new(path),
    };
    let Ok(found) = path.metadata() else { return Ok(false) };
    app.settings.checker.check_path(path, OwnershipRule::Trusted)?;
    if found.permissions().mode() & 0o111 != 0 {
        return policy_allows(path, request);
    }
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let (patterns, invalid) = Autosign::parse(&text);
    for line in invalid {
        app.log.warning(format!("{}: {line}", path.display()));
    }
    Ok(patterns.allows(request.certname()))
}

/// Asks a program, which receives the name as its argument and the request on its standard input.
fn policy_allows(program: &Path, request: &CertificateRequest) -> Result<bool> {
    let launch = Launch {
        input: request.to_pem().into_bytes(),
        timeout: POLICY_TIME,
        ..Launch::inheriting(program, [request.certname().as_ref()])
    };
    let output = launch.run().with_context(|| program.display().to_string())?;
    if output.timed_out {
        bail!("{} took longer than {} s", program.display(), POLICY_TIME.as_secs());
    }
    Ok(output.status == 0)
}

fn sign_options(app: &App) -> SignOptions {
    SignOptions { ttl: app.settings.ca_ttl.unwrap_or(identity::CERTIFICATE_TTL), ..SignOptions::default() }
}

/// Renews the revocation list if it ends soon.
pub(crate) fn refresh(app: &App) {
    let Some(directory) = &app.options.authority else { return };
    match Authority::open(directory).and_then(|authority| authority.refresh_revocation_list()) {
        Ok(false) => {}
        Ok(true) => app.log.notice("Renewed the revocation list of the certificate authority".to_owned()),
        Err(error) => {
            app.log.error(format!("The revocation list of the certificate authority was not renewed: {error}"))
        }
    }
}

/// Opens the authority, if this server has one.
fn open(app: &App) -> Result<Authority, Reply> {
    let directory = app.options.authority.as_deref().ok_or_else(|| Reply::text(404, "Not Found"))?;
    Authority::open(directory).map_err(|error| failed(app, &error))
}

fn failed(app: &App, error: &AuthorityError) -> Reply {
    app.log.error(format!("The certificate authority failed: {error}"));
    Reply::text(500, "Internal Server Error")
}
