//! Rules of puppetserver for the extensions of a request.

use std::time::Duration;

use const_oid::ObjectIdentifier;
use x509_cert::ext::Extension;

use super::{AuthorityError, CERTIFICATE_TTL};
use crate::oid;
use crate::request::Request;

/// Options for signing a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignOptions {
    /// The validity of the certificate, which is shortened to that of the authority.
    pub ttl: Duration,
    /// The validity of the certificate of an agent that renews it by itself; `None` for [`SignOptions::ttl`].
    pub renewable_ttl: Option<Duration>,
    /// Whether alternative names other than the certname are allowed.
    pub allow_alternative_names: bool,
    /// Whether extensions with a meaning for authorization, such as `pp_auth_role`, are allowed. `pp_cli_auth` is never
    /// allowed in a request.
    pub allow_authorization_extensions: bool,
    /// Whether the extension `pp_cli_auth` is added: the certificate of the server, or of an administrator of the
    /// authority (`puppetserver ca generate --ca-client`).
    pub is_ca_client: bool,
}

impl Default for SignOptions {
    fn default() -> Self {
        Self {
            ttl: CERTIFICATE_TTL,
            renewable_ttl: None,
            allow_alternative_names: false,
            allow_authorization_extensions: false,
            is_ca_client: false,
        }
    }
}

/// Checks that a request contains only extensions that are permitted.
pub(super) fn check(request: &Request, options: &SignOptions) -> Result<(), AuthorityError> {
    if !request.certname().is_hostname() {
        return Err(AuthorityError::InvalidHostname(request.certname().clone()));
    }
    check_alternative_names(request, options)?;
    let identifiers = || request.raw_extensions().iter().map(|extension| extension.extn_id);
    let is_authorization = |oid| oid::is_below(oid, oid::PUPPET_AUTHORIZATION);
    if !options.allow_authorization_extensions && identifiers().any(is_authorization) {
        return Err(AuthorityError::AuthorizationExtension(request.certname().clone()));
    }
    let forbidden: Vec<_> = identifiers().filter(|oid| !is_permitted(*oid)).map(|oid| oid.to_string()).collect();
    if forbidden.is_empty() { Ok(()) } else { Err(AuthorityError::ForbiddenExtensions(forbidden)) }
}

fn check_alternative_names(request: &Request, options: &SignOptions) -> Result<(), AuthorityError> {
    let own = format!("DNS:{}", request.certname());
    let extra: Vec<_> = request.alternative_names().iter().filter(|name| **name != own).cloned().collect();
    if !options.allow_alternative_names && !extra.is_empty() {
        return Err(AuthorityError::AlternativeNames { certname: request.certname().clone(), names: extra });
    }
    for name in &extra {
        if !name.starts_with("DNS:") && !name.starts_with("IP:") {
            return Err(AuthorityError::AlternativeNameKind);
        }
        if name.contains('*') {
            return Err(AuthorityError::Wildcard(name.clone()));
        }
    }
    Ok(())
}

fn is_permitted(oid: ObjectIdentifier) -> bool {
    oid == oid::SUBJECT_ALT_NAME || (oid::is_puppet_extension(oid) && oid != oid::PUPPET_CLI_AUTH)
}

/// Returns Puppet's extensions of a request for its certificate. They are never critical, since programs other than
/// Puppet do not support them.
pub(super) fn puppet_extensions(request: &Request) -> impl Iterator<Item = Extension> {
    let puppet = request.raw_extensions().iter().filter(|extension| oid::is_puppet_extension(extension.extn_id));
    puppet.map(|extension| Extension { critical: false, ..extension.clone() })
}
