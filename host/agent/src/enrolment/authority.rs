//! The part of the certificate authority's API (`/puppet-ca/v1`) that needs no certificate.

use std::sync::Arc;

use engine::settings::types::RevocationCheck;
use identity::Request;
use puppet::Route;
use ureq::http::Method;

use crate::endpoint::Endpoint;
use crate::error::AgentError;
use crate::http::{HttpClient, HttpRequest, RequestOptions, ServerTrust, client_config};

const TEXT: &str = "text/plain";

/// Client of a certificate authority.
pub(super) struct AuthorityClient(HttpClient);

impl AuthorityClient {
    /// Returns a client that does not verify the server.
    pub(super) fn unverified(endpoint: Endpoint, options: RequestOptions) -> Result<Self, AgentError> {
        Ok(Self(HttpClient::new(endpoint, Arc::new(client_config(ServerTrust::Any, None)?), options)))
    }

    /// Returns a client that verifies the server with the certificates of authorities.
    pub(super) fn verified(
        endpoint: Endpoint,
        options: RequestOptions,
        certificates: &str,
    ) -> Result<Self, AgentError> {
        let trust = ServerTrust::Authorities { certificates, revocations: None, check: RevocationCheck::Off };
        Ok(Self(HttpClient::new(endpoint, Arc::new(client_config(trust, None)?), options)))
    }

    /// Returns a client with the certificate of the node.
    pub(super) fn of_node(endpoint: Endpoint, options: RequestOptions, tls: Arc<rustls::ClientConfig>) -> Self {
        Self(HttpClient::new(endpoint, tls, options))
    }

    /// Returns a new certificate for the certificate of the connection.
    pub(super) fn renew(&self) -> Result<String, AgentError> {
        let target = Route::Renewal.path();
        let request = HttpRequest {
            method: Method::POST,
            target,
            accept: TEXT,
            content_type: Some(TEXT),
            if_modified_since: None,
            body: &[],
            is_repeated: true,
        };
        self.text(&request)
    }

    /// Returns the certificate with a name; `ca` is the bundle of the authorities. `None` if it does not exist.
    pub(super) fn certificate(&self, name: &str) -> Result<Option<String>, AgentError> {
        let request = HttpRequest::get(Route::Certificate(name.to_owned()).path(), TEXT);
        match self.text(&request) {
            Ok(text) => Ok(Some(text)),
            Err(AgentError::Response { status: 404, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the revocation lists.
    pub(super) fn revocations(&self) -> Result<String, AgentError> {
        self.text(&HttpRequest::get(Route::Revocations.path(), TEXT))
    }

    /// Sends a certificate request.
    pub(super) fn put_request(&self, name: &str, request: &Request) -> Result<(), AgentError> {
        let body = request.to_pem();
        let request = HttpRequest {
            method: Method::PUT,
            target: Route::SubmitRequest(name.to_owned()).path(),
            accept: TEXT,
            content_type: Some(TEXT),
            if_modified_since: None,
            body: body.as_bytes(),
            is_repeated: true,
        };
        self.0.send(&request).map(drop)
    }

    fn text(&self, request: &HttpRequest<'_>) -> Result<String, AgentError> {
        let body = self.0.send(request)?;
        String::from_utf8(body).map_err(|_| self.0.invalid(&request.target, "it is not UTF-8"))
    }
}
