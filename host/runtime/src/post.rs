//! HTTP POST requests made by the program itself: no grants apply, and the certificate of the host is verified.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use thiserror::Error;
use ureq::http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE};
use ureq::http::{HeaderValue, Method};

use crate::config::HostResolver;
use crate::network::url::{Url, UrlError};
use crate::network::{HttpClient, HttpFailure, OutgoingRequest, system_resolver};

/// A document to be posted.
pub struct Post<'a> {
    /// The destination URL. User and password in it are sent as basic authentication.
    pub url: &'a str,
    /// The media type.
    pub content_type: &'a str,
    /// The document.
    pub body: Vec<u8>,
    /// Resolver of host names; by default the resolver of the system.
    pub resolver: Option<HostResolver>,
    /// Environment variables. `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the trusted certificates of the system.
    pub environment: Vec<(OsString, OsString)>,
    /// Maximum duration of the whole request.
    pub timeout: Duration,
}

/// The response of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostResponse {
    /// The URL without parts that may be secret.
    pub url: String,
    /// The status code.
    pub status: u16,
    /// The reason phrase of the status.
    pub reason: String,
}

/// Reason why a request failed. URLs are printed without parts that may be secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PostError {
    /// The URL is invalid; the text is the complete message.
    #[error("{0}")]
    Url(String),
    /// The user or password in the URL cannot be sent.
    #[error("{0} is no URL")]
    Header(String),
    /// The request timed out.
    #[error("{url} did not answer within {seconds} s")]
    Timeout {
        /// The URL.
        url: String,
        /// The timeout in seconds.
        seconds: u64,
    },
    /// The host cannot be reached, or its identity cannot be verified.
    #[error("{url}: {reason}")]
    Failed {
        /// The URL.
        url: String,
        /// The reason.
        reason: String,
    },
}

impl From<UrlError> for PostError {
    fn from(error: UrlError) -> Self {
        Self::Url(error.to_string())
    }
}

impl Post<'_> {
    /// Sends the document. Redirects are not followed, since the caller trusts a single host.
    ///
    /// # Errors
    /// Returns an error if the host does not exist, cannot be verified or does not respond in time.
    pub fn send(self) -> Result<PostResponse, PostError> {
        let (place, user) = split(self.url);
        let url = Url::parse(&place)?;
        let failure = |failed: HttpFailure| match failed {
            HttpFailure::Timeout => PostError::Timeout { url: url.shown(), seconds: self.timeout.as_secs() },
            HttpFailure::Other(reason) => PostError::Failed { url: url.shown(), reason },
        };
        let deadline = Instant::now() + self.timeout;
        let network = HttpClient::new(self.resolver.unwrap_or_else(system_resolver), &self.environment);
        let addresses = network.resolve(&url, deadline).map_err(failure)?;
        let value = |text: &str| HeaderValue::from_str(text).map_err(|_| PostError::Header(url.shown()));
        let length = value(&self.body.len().to_string())?;
        let mut headers = vec![(CONTENT_TYPE, value(self.content_type)?), (CONTENT_LENGTH, length)];
        if let Some(user) = user {
            headers.push((AUTHORIZATION, value(&format!("Basic {}", STANDARD.encode(user)))?));
        }
        let mut body = self.body.as_slice();
        let request = OutgoingRequest {
            method: Method::POST,
            url: &url,
            headers: &headers,
            body: Some(&mut body),
            addresses: &addresses,
            deadline,
        };
        let answer = network.exchange(request).map_err(failure)?;
        let status = answer.status();
        let reason = status.canonical_reason().unwrap_or_default().to_owned();
        Ok(PostResponse { url: url.shown(), status: status.as_u16(), reason })
    }
}

/// Splits a URL into the URL without userinfo and the userinfo.
fn split(url: &str) -> (String, Option<Vec<u8>>) {
    let Some((scheme, rest)) = url.split_once("://") else { return (url.to_owned(), None) };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    match rest[..end].rsplit_once('@') {
        Some((user, host)) => (format!("{scheme}://{host}{}", &rest[end..]), Some(decoded(user))),
        None => (url.to_owned(), None),
    }
}

/// Decodes percent-encoded bytes (`%20`).
fn decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let code = others.get(..2).filter(|_| *first == b'%').and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_password_are_split_from_the_url() {
        assert_eq!(split("https://u:p%40%@h:1/a@b"), ("https://h:1/a@b".into(), Some(b"u:p@%".to_vec())));
        assert_eq!(split("http://h/x"), ("http://h/x".into(), None));
        assert_eq!(split("h"), ("h".into(), None));
    }
}
