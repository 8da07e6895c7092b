//! The certificate authority for agents: its certificates and revocation lists, and requests for certificates.

pub(crate) mod administration;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use identity::{
    Authority, AuthorityError, Autosign, Certificate, Certname, ContentSigner, Request as CertificateRequest,
    SignOptions, TokenUse, X509Error,
};
use jiff::Timestamp;
use launcher::Launch;
use ownership::OwnershipRule;
use puppet::{ApiRequest, Reply, TEXT};

use crate::app::App;
use crate::expiry;

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

/// Returns the certificate of a node, if this server has the authority and it is not revoked.
pub(crate) fn certificate_of(app: &App, node: &str) -> Option<Certificate> {
    let authority = opened(app)?.ok()?;
    let certificate = authority.certificate(&node.parse().ok()?).ok()??;
    (!authority.is_revoked(&certificate).ok()?).then_some(certificate)
}

/// Returns the revocation lists of the authority, unless the client has them already (`If-Modified-Since`).
pub(crate) fn revocations(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
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
pub(crate) fn submit(app: &App, request: &ApiRequest, name: &str) -> Result<Reply, Reply> {
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
    let used = authority.save_request(&submitted).map_err(|error| refused(error.to_string()))?;
    app.log.notice(format!("{name} has a waiting certificate request"));
    match token_allows(app, &submitted, used).map_or_else(|| is_signed_automatically(app, &submitted), Ok) {
        Ok(false) => {}
        Ok(true) => match authority.sign(submitted.certname(), &sign_options(app)) {
            Ok(_) => app.log.notice(format!("Signed certificate request for {name}")),
            Err(error @ AuthorityError::X509(X509Error::Signer(_))) => return Err(failed(app, &error)),
            Err(error) => return Err(refused(error.to_string())),
        },
        Err(error) => app.log.error(format!("{name}: the setting autosign was not applied: {error:#}")),
    }
    Ok(Reply::new(200, TEXT, ""))
}

/// Returns whether the token of a request allows to sign it; `None` without a token, or with one that is not valid.
fn token_allows(app: &App, request: &CertificateRequest, used: TokenUse) -> Option<bool> {
    let reason = match used {
        TokenUse::NoToken => return None,
        TokenUse::Accepted => {
            app.log.notice(format!("{}: the token of the certificate request was accepted", request.certname()));
            return Some(true);
        }
        TokenUse::OtherNode => "is for other nodes",
        TokenUse::Expired => "has expired",
    };
    app.log.warning(format!("{}: the token of the certificate request {reason}, and was revoked", request.certname()));
    None
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
    let settings = &app.settings;
    SignOptions {
        ttl: settings.ca_ttl.unwrap_or(identity::CERTIFICATE_TTL),
        renewable_ttl: settings.allow_auto_renewal.then(|| renewed_ttl(app)),
        ..SignOptions::default()
    }
}

/// Returns the validity of renewed certificates.
fn renewed_ttl(app: &App) -> Duration {
    app.settings.auto_renewal_cert_ttl.unwrap_or(identity::CERTIFICATE_TTL)
}

/// Renews the certificate of the client, with the same name, key and extensions.
pub(crate) fn renew(app: &App, request: &ApiRequest) -> Result<Reply, Reply> {
    if !*app.settings.allow_auto_renewal {
        return Err(Reply::text(404, "Not Found"));
    }
    let authority = open(app)?;
    let missing = || Reply::text(400, "No certificate found in renewal request");
    let present = request.client.certificate.as_ref().ok_or_else(missing)?;
    match authority.renew(present, renewed_ttl(app)) {
        Ok(renewed) => {
            let end = renewed.not_after().strftime("%F");
            app.log.notice(format!("{}: the certificate was renewed until {end}", renewed.subject()));
            Ok(Reply::text(200, renewed.to_pem()))
        }
        Err(AuthorityError::ForeignCertificate(_)) => {
            Err(Reply::text(403, "Certificate present, but does not match signature"))
        }
        Err(error @ (AuthorityError::RevokedCertificate(_) | AuthorityError::ExpiredCertificate(_))) => {
            Err(Reply::text(403, error.to_string()))
        }
        Err(error) => Err(failed(app, &error)),
    }
}

/// Renews the revocation list and the certificate of the server if they end soon, and reports others that do.
pub(crate) fn maintain(app: &App) {
    match opened(app) {
        None => {}
        Some(Ok(authority)) => {
            refresh(app, &authority);
            match renew_own(app, &authority) {
                Ok(false) => {}
                Ok(true) => app.log.notice("Renewed the certificate of this server".to_owned()),
                Err(error) => app.log.error(format!("The certificate of this server was not renewed: {error:#}")),
            }
        }
        Some(Err(error)) => app.log.error(format!("The certificate authority cannot be read: {error}")),
    }
    let warnings = expiry::warnings(&app.options.tls, Timestamp::now());
    warnings.iter().for_each(|warning| app.log.warning(warning.clone()));
    app.set_expiry_warnings(warnings);
}

/// Renews the certificate of the server if the authority issued it and it ends within `hostcert_renewal_interval`. Returns whether
/// it was renewed.
fn renew_own(app: &App, authority: &Authority) -> Result<bool> {
    let Some(interval) = *app.settings.hostcert_renewal_interval else { return Ok(false) };
    let file = &app.options.tls.certificate;
    let present = Certificate::from_pem(&std::fs::read_to_string(file)?)?;
    let is_own = present.is_signed_by(authority.own_certificate());
    if interval.is_zero() || !is_own || present.not_after() > Timestamp::now().checked_add(interval)? {
        return Ok(false);
    }
    let renewed = authority.renew(&present, sign_options(app).ttl)?;
    files::replace_preserving(file, renewed.to_pem().as_bytes()).with_context(|| file.display().to_string())?;
    Ok(true)
}

/// Renews the revocation list if it ends soon.
fn refresh(app: &App, authority: &Authority) {
    match authority.refresh_revocation_list() {
        Ok(false) => {}
        Ok(true) => app.log.notice("Renewed the revocation list of the certificate authority".to_owned()),
        Err(error) => {
            app.log.error(format!("The revocation list of the certificate authority was not renewed: {error}"))
        }
    }
}

/// Opens the authority, if this server has one.
fn open(app: &App) -> Result<Authority, Reply> {
    let opened = opened(app).ok_or_else(|| Reply::text(404, "Not Found"))?;
    opened.map_err(|error| failed(app, &error))
}

/// Opens the authority without its key; `None` if this server has none.
fn opened(app: &App) -> Option<Result<Authority, AuthorityError>> {
    let (directory, signer) = (app.options.authority.as_deref()?, app.signer.clone()?);
    let signer: Arc<dyn ContentSigner> = signer;
    Some(Authority::open_with_signer(directory, signer))
}

fn failed(app: &App, error: &AuthorityError) -> Reply {
    app.log.error(format!("The certificate authority failed: {error}"));
    Reply::text(500, "Internal Server Error")
}
