//! Authentication: responds to a registry's challenge with name and password, or with a token of the
//! authorization service that the challenge names.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use thiserror::Error;
use ureq::http::header::{AUTHORIZATION, CONTENT_TYPE};
use ureq::http::{HeaderValue, Method};

use super::credentials::RegistryCredentials;
use super::http_client::{HttpClient, HttpError, HttpRequest};
use crate::network::is_safe;

/// Maximum size of a response with a token.
const MAX_TOKEN: usize = 64 << 10;

/// Reason why no token was obtained. Responses of the service are not quoted, since they can contain secrets.
#[derive(Debug, Error)]
pub(super) enum TokenError {
    /// The challenge has an unknown scheme.
    #[error("the registry requires an unsupported authentication scheme")]
    Scheme,
    /// The authorization service does not use https.
    #[error("the registry's token service does not use https")]
    Insecure,
    /// The authorization service does not respond.
    #[error("token service '{place}': {error}")]
    NoAnswer {
        /// The URL of the service.
        place: String,
        /// The error.
        error: HttpError,
    },
    /// The authorization service denies the token.
    #[error(
        "token service '{place}' returned status {status}: log in with `docker login` or `podman login`, or set \
         REGISTRY_AUTH_FILE to a credentials file"
    )]
    Status {
        /// The URL of the service.
        place: String,
        /// The status.
        status: u16,
    },
    /// The response of the service contains no token.
    #[error("'{0}' returned no token")]
    NoToken(String),
    /// The token cannot be the value of a header.
    #[error("the server returned a token that is not valid in a header")]
    Header,
}

/// The context of a challenge.
pub(super) struct TokenRequest<'a> {
    pub(super) client: &'a HttpClient,
    pub(super) is_loopback: bool,
    /// `repository:acme/motd:pull`
    pub(super) scope: &'a str,
}

#[derive(Deserialize)]
struct TokenResponse {
    token: Option<String>,
    access_token: Option<String>,
}

impl TokenRequest<'_> {
    /// Returns the authorization for a challenge; `None` without credentials.
    pub(super) fn authorize(
        &self,
        challenge: &str,
        credentials: Option<&RegistryCredentials>,
    ) -> Result<Option<HeaderValue>, TokenError> {
        let (scheme, rest) = challenge.split_once(' ').unwrap_or((challenge, ""));
        if scheme.eq_ignore_ascii_case("basic") {
            return match credentials {
                Some(RegistryCredentials::User(user, password)) => secret(&basic(user, password)).map(Some),
                Some(RegistryCredentials::Token(_)) | None => Ok(None),
            };
        }
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(TokenError::Scheme);
        }
        let realm = parameter(rest, "realm").unwrap_or_default();
        if !is_safe(realm, self.is_loopback) {
            return Err(TokenError::Insecure);
        }
        let fields = [("service", parameter(rest, "service").unwrap_or_default()), ("scope", self.scope)];
        self.token(realm, &fields, credentials).map(Some)
    }

    fn token(
        &self,
        realm: &str,
        fields: &[(&str, &str)],
        credentials: Option<&RegistryCredentials>,
    ) -> Result<HeaderValue, TokenError> {
        let form = |fields: &[(&str, &str)]| {
            let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
            pairs.join("&")
        };
        let mark = if realm.contains('?') { '&' } else { '?' };
        let url = format!("{realm}{mark}{}", form(fields));
        let mut request =
            HttpRequest { method: Method::GET, url: &url, headers: Vec::new(), body: None, most: MAX_TOKEN };
        let body;
        match credentials {
            None => {}
            Some(RegistryCredentials::User(user, password)) => {
                request.headers.push((AUTHORIZATION, secret(&basic(user, password))?));
            }
            Some(RegistryCredentials::Token(token)) => {
                let grant = [("grant_type", "refresh_token"), ("client_id", "marotte"), ("refresh_token", token)];
                body = form(&[&grant, fields].concat());
                let content_type = HeaderValue::from_static("application/x-www-form-urlencoded");
                request.headers.push((CONTENT_TYPE, content_type));
                request = HttpRequest { method: Method::POST, url: realm, body: Some(body.as_bytes()), ..request };
            }
        }
        let place = realm.split('?').next().unwrap_or(realm);
        let response =
            self.client.send(&request).map_err(|error| TokenError::NoAnswer { place: place.to_owned(), error })?;
        if response.status != 200 {
            let status = response.status;
            return Err(TokenError::Status { place: place.to_owned(), status });
        }
        // The response is not quoted in errors.
        let parsed: Option<TokenResponse> = serde_json::from_slice(&response.body).ok();
        let token = parsed.and_then(|parsed| parsed.token.or(parsed.access_token));
        secret(&format!("Bearer {}", token.ok_or_else(|| TokenError::NoToken(place.to_owned()))?))
    }
}

fn basic(user: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))
}

/// Creates a header value that is not shown in debug output.
fn secret(text: &str) -> Result<HeaderValue, TokenError> {
    let mut value = HeaderValue::from_str(text).map_err(|_| TokenError::Header)?;
    value.set_sensitive(true);
    Ok(value)
}

/// Parses a parameter of a challenge: `realm="https://…",service="…"`.
fn parameter<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text.trim_start();
    while let Some((key, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after.split_at(after.find(',').unwrap_or(after.len())),
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = after.trim_start_matches([',', ' ']);
    }
    None
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenge_parameters_may_contain_commas() {
        let text = r#"realm="https://a/t?x=1,2", service=plain,scope="repository:a/b:pull,push""#;
        assert_eq!(parameter(text, "realm"), Some("https://a/t?x=1,2"));
        assert_eq!(parameter(text, "Service"), Some("plain"));
        assert_eq!(parameter(text, "scope"), Some("repository:a/b:pull,push"));
        assert_eq!((parameter(text, "error"), parameter("realm=\"open", "realm")), (None, None));
    }
}
