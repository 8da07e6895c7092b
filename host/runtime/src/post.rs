//! Posting of a document on behalf of the program itself: no grants apply, the host's certificate is verified.

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

/// A document for a host.
pub struct Post<'a> {
    /// Where it goes. A user and a password before the host prove who sends it.
    pub url: &'a str,
    /// The media type.
    pub content_type: &'a str,
    /// The document.
    pub body: Vec<u8>,
    /// Finds the addresses of the host; the system does without one.
    pub resolver: Option<HostResolver>,
    /// Of this, `SSL_CERT_FILE` and `SSL_CERT_DIR` say which certificates are trusted instead of the system's.
    pub environment: Vec<(OsString, OsString)>,
    /// How long all of it may take.
    pub timeout: Duration,
}

/// What the host said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostResponse {
    /// The URL without what may be a secret.
    pub url: String,
    /// The status.
    pub status: u16,
    /// The status in words.
    pub reason: String,
}

/// Why a request has no answer. URLs are printed without what may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PostError {
    /// The URL cannot be read; the text is the whole sentence.
    #[error("{0}")]
    Url(String),
    /// User or password of the URL cannot be sent.
    #[error("{0} is no URL")]
    Header(String),
    /// There is no answer in time.
    #[error("{url} did not answer within {seconds} s")]
    Timeout {
        /// The URL.
        url: String,
        /// How long it had.
        seconds: u64,
    },
    /// The host cannot be reached or is not the one that it should be.
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
    /// Sends it. Redirects are not followed: who asked knows one host.
    ///
    /// # Errors
    /// There is no such host, it is not who it says, or it does not answer.
    pub fn send(self) -> Result<PostResponse, PostError> {
        let (place, user) = split(self.url);
        let url = Url::parse(&place)?;
        let said = |failed: HttpFailure| match failed {
            HttpFailure::Timeout => PostError::Timeout { url: url.shown(), seconds: self.timeout.as_secs() },
            HttpFailure::Other(reason) => PostError::Failed { url: url.shown(), reason },
        };
        let deadline = Instant::now() + self.timeout;
        let network = HttpClient::new(self.resolver.unwrap_or_else(system_resolver), &self.environment);
        let addresses = network.resolve(&url, deadline).map_err(said)?;
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
        let answer = network.exchange(request).map_err(said)?;
        let status = answer.status();
        let reason = status.canonical_reason().unwrap_or_default().to_owned();
        Ok(PostResponse { url: url.shown(), status: status.as_u16(), reason })
    }
}

/// Takes user and password out of a URL.
fn split(url: &str) -> (String, Option<Vec<u8>>) {
    let Some((scheme, rest)) = url.split_once("://") else { return (url.to_owned(), None) };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    match rest[..end].rsplit_once('@') {
        Some((user, host)) => (format!("{scheme}://{host}{}", &rest[end..]), Some(decoded(user))),
        None => (url.to_owned(), None),
    }
}

/// What could not stand in a URL is written there as `%20`.
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
    fn user_and_password_are_no_part_of_the_place() {
        assert_eq!(split("https://u:p%40%@h:1/a@b"), ("https://h:1/a@b".into(), Some(b"u:p@%".to_vec())));
        assert_eq!(split("http://h/x"), ("http://h/x".into(), None));
        assert_eq!(split("h"), ("h".into(), None));
    }
}
