//! Administration of the authority over HTTP, with the endpoints that `puppetserver ca` uses.

use std::collections::BTreeMap;
use std::time::Duration;

use identity::{Authority, AuthorityError, Certificate, Certname, RevocationList, SignOptions, X509Error};
use jiff::Timestamp;
use puppet::{ApiRequest, JSON, Reply, TEXT};
use serde_json::{Map, Value as Json, json};
use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};

use crate::app::App;

use super::{failed, open, sign_options};

/// Describes the certificate or the request of a node.
pub(crate) fn status(app: &App, name: &str) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let certname: Certname = name.parse().map_err(|_| no_resource())?;
    match description(&authority, &certname).map_err(|error| failed(app, &error))? {
        Some(description) => Ok(Reply::json(&description)),
        None => Err(no_resource()),
    }
}

/// Describes all certificates and requests, or those with the state in the parameter `state`.
pub(crate) fn statuses(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let all = all_descriptions(&authority).map_err(|error| failed(app, &error))?;
    let state = request.parameter("state").filter(|state| ["requested", "signed", "revoked"].contains(state));
    let is_wanted = |description: &Json| state.is_none_or(|state| description["state"] == state);
    Ok(Reply::json(&Json::Array(all.into_iter().filter(is_wanted).collect())))
}

/// Signs or revokes: `{"desired_state": "signed"}`.
pub(crate) fn change(app: &App, request: &ApiRequest, name: &str) -> Result<Reply, Reply> {
    let authority = open(app)?;
    if !matches!(request.content_type().as_str(), "" | "application/json" | "text/pson" | "pson") {
        return Err(Reply::text(415, "Unsupported media type."));
    }
    let wanted = content(request)?;
    let state = wanted["desired_state"].as_str();
    let state = state.ok_or_else(|| Reply::text(400, "Missing required parameter \"desired_state\""))?;
    if !matches!(state, "signed" | "revoked") {
        let message =
            format!("State {state} invalid; Must specify desired state of 'signed' or 'revoked' for host {name}.");
        return Err(Reply::text(400, message));
    }
    let subject = || Reply::text(404, "Invalid certificate subject.");
    let certname: Certname = name.parse().map_err(|_| subject())?;
    let is_signed = authority.certificate(&certname).map_err(|error| failed(app, &error))?.is_some();
    let is_requested = authority.requested_names().map_err(|error| failed(app, &error))?.contains(&certname);
    let changed = match (state, is_signed, is_requested) {
        (_, false, false) => return Err(subject()),
        ("signed", _, true) => {
            authority.sign(&certname, &with_time(sign_options(app), name, &wanted["cert_ttl"])?).map(drop)
        }
        ("signed", ..) => {
            let message = format!("Cannot sign certificate for host {name} without a certificate request");
            return Err(Reply::text(409, message));
        }
        (_, true, _) => authority.revoke(&certname),
        (_, false, _) => {
            let message = format!("Cannot revoke certificate for host {name} without a signed certificate");
            return Err(Reply::text(409, message));
        }
    };
    changed.map_err(|error| match error {
        AuthorityError::X509(X509Error::Signer(_)) => failed(app, &error),
        error => Reply::text(409, error.to_string()),
    })?;
    let by = request.client.name().unwrap_or_default();
    app.log.notice(format!("{name}: the certificate was {state} by {by}"));
    Ok(Reply::new(204, TEXT, ""))
}

/// Sets the validity that a request names, in seconds.
fn with_time(options: SignOptions, name: &str, ttl: &Json) -> Result<SignOptions, Reply> {
    match (ttl, ttl.as_u64()) {
        (Json::Null, _) => Ok(options),
        (_, Some(seconds)) if seconds > 0 => {
            Ok(SignOptions { ttl: Duration::from_secs(seconds), renewable_ttl: None, ..options })
        }
        _ => {
            let message = format!("cert_ttl specified for host {name} must be a positive integer, not {ttl}");
            Err(Reply::text(400, message))
        }
    }
}

/// Deletes the certificate or the request of a node. The certificate remains valid unless it was revoked.
pub(crate) fn delete(app: &App, request: &ApiRequest, name: &str) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let certname: Certname = name.parse().map_err(|_| no_resource())?;
    if !certname.is_hostname() || !authority.delete(&certname).map_err(|error| failed(app, &error))? {
        return Err(no_resource());
    }
    let by = request.client.name().unwrap_or_default();
    app.log.notice(format!("{name}: the certificate or request was deleted by {by}"));
    Ok(Reply::new(204, JSON, ""))
}

/// Revokes certificates and deletes them: `{"certnames": [...]}`.
pub(crate) fn clean(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let wanted = content(request)?;
    let names = wanted["certnames"].as_array().ok_or_else(|| {
        Reply::text(400, "Missing required key: 'certnames'. Please supply the list of certs you want to clean.")
    })?;
    let mut unknown = Vec::new();
    for name in names {
        let certname = name.as_str().and_then(|name| name.parse::<Certname>().ok()).filter(Certname::is_hostname);
        match certname.map(|certname| authority.clean(&certname)) {
            Some(Ok(())) => app.log.notice(format!("{name}: the certificate was revoked and deleted")),
            Some(Err(AuthorityError::NoCertificate(_))) | None => unknown.push(name.clone()),
            Some(Err(error)) => return Err(failed(app, &error)),
        }
    }
    let message = match unknown.is_empty() {
        true => "Successfully cleaned all certs.".to_owned(),
        false => format!("The following certs do not exist and cannot be revoked: {}", Json::Array(unknown)),
    };
    Ok(Reply::text(200, message))
}

/// Returns when the certificates and revocation lists of the authority end.
pub(crate) fn expirations(app: &App) -> Result<Reply, Reply> {
    let authority = open(app)?;
    let ends = ends(&authority).map_err(|error| failed(app, &error))?;
    Ok(Reply::json(&ends))
}

fn ends(authority: &Authority) -> Result<Json, AuthorityError> {
    let name = |subject: String| subject.strip_prefix("CN=").map_or(subject.clone(), str::to_owned);
    let certificates = Certificate::all_from_pem(&authority.certificate_bundle_pem()?)?;
    let lists = RevocationList::all_from_pem(&authority.revocation_lists_pem()?)?;
    let certificates = certificates.iter().map(|one| (name(one.subject()), Json::from(time(one.not_after()))));
    let lists = lists.iter().map(|list| (name(list.issuer()), Json::from(list.next_update().map(time))));
    let (certificates, lists): (Map<_, _>, Map<_, _>) = (certificates.collect(), lists.collect());
    Ok(json!({ "ca-certs": certificates, "crls": lists }))
}

fn content(request: &ApiRequest) -> Result<Json, Reply> {
    serde_json::from_slice(&request.content).map_err(|_| Reply::text(400, "Request body is not JSON."))
}

fn no_resource() -> Reply {
    Reply::text(404, "Resource not found.")
}

/// Describes the certificate of a node or, without one, its request.
fn description(authority: &Authority, name: &Certname) -> Result<Option<Json>, AuthorityError> {
    if !name.is_hostname() {
        return Ok(None);
    }
    if let Some(certificate) = authority.certificate(name)? {
        return of_certificate(authority, name, &certificate).map(Some);
    }
    let Some(request) = authority.request(name)? else { return Ok(None) };
    let names = request.alternative_names();
    let fingerprints = fingerprints(request.to_der());
    Ok(Some(json!({
        "name": name.as_ref(),
        "state": "requested",
        "dns_alt_names": names,
        "subject_alt_names": names,
        "authorization_extensions": authorizations(request.extensions()),
        "fingerprint": fingerprints["default"],
        "fingerprints": fingerprints,
    })))
}

fn of_certificate(authority: &Authority, name: &Certname, certificate: &Certificate) -> Result<Json, AuthorityError> {
    let names = certificate.alternative_names().iter();
    let (dns, others): (Vec<&String>, Vec<&String>) = names.partition(|name| name.starts_with("DNS:"));
    let fingerprints = fingerprints(certificate.to_der());
    let serial = u64::from_str_radix(certificate.serial().to_string().trim_start_matches("0x"), 16);
    Ok(json!({
        "name": name.as_ref(),
        "state": if authority.is_revoked(certificate)? { "revoked" } else { "signed" },
        "dns_alt_names": dns,
        "subject_alt_names": others.iter().chain(&dns).collect::<Vec<_>>(),
        "authorization_extensions": authorizations(certificate.extensions(&BTreeMap::new())),
        "fingerprint": fingerprints["default"],
        "fingerprints": fingerprints,
        "serial_number": serial.ok(),
        "not_before": time(certificate.not_before()),
        "not_after": time(certificate.not_after()),
    }))
}

fn all_descriptions(authority: &Authority) -> Result<Vec<Json>, AuthorityError> {
    let mut names = authority.requested_names()?;
    names.extend(authority.certificates()?.iter().filter_map(|certificate| certificate.certname().ok()));
    names.sort();
    names.dedup();
    let descriptions = names.iter().map(|name| description(authority, name));
    descriptions.filter_map(Result::transpose).collect()
}

/// Selects the extensions with a meaning for authorization.
fn authorizations(extensions: impl IntoIterator<Item = (String, String)>) -> Map<String, Json> {
    const DOTTED: &str = "1.3.6.1.4.1.34380.1.3.";
    const NAMED: [&str; 2] = ["pp_auth", "pp_cli_auth"];
    let is_authorization = |name: &str| NAMED.iter().any(|known| name.starts_with(known)) || name.starts_with(DOTTED);
    let found = extensions.into_iter().filter(|(name, _)| is_authorization(name));
    found.map(|(name, value)| (name, value.into())).collect()
}

fn time(time: Timestamp) -> String {
    time.strftime("%FT%TUTC").to_string()
}

fn fingerprints(der: &[u8]) -> Json {
    let sha256 = pairs(&Sha256::digest(der));
    json!({
        "SHA1": pairs(&Sha1::digest(der)),
        "SHA256": sha256,
        "SHA512": pairs(&Sha512::digest(der)),
        "default": sha256,
    })
}

fn pairs(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":")
}
