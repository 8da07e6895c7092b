//! Client of registries with the OCI distribution protocol: the requests that artifacts need. Responses are
//! limited in size, and content fetched by digest is verified.

mod credentials;
mod http_client;
mod token;

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, LINK, LOCATION, WWW_AUTHENTICATE};
use ureq::http::{HeaderName, HeaderValue, Method};

use crate::artifact::{Descriptor, MANIFEST_TYPE};
use crate::digest::Digest;
use crate::network::{Network, is_loopback, is_safe};
use crate::repository::{MAX_MANIFEST, Repository, expect_blob, expect_manifest};
use crate::source::SourceError;
use credentials::CredentialsError;
use http_client::{HttpClient, HttpError, HttpRequest, HttpResponse};
use token::TokenError;

/// Maximum number of pages of tags.
const PAGES: usize = 100;

/// Maximum size of a page of tags, in bytes.
const MAX_TAGS: usize = 4 << 20;

/// The registry whose protocol is served by another host.
const DOCKER_HUB: (&str, &str) = ("docker.io", "registry-1.docker.io");

/// Maximum length of a quoted error message of a registry.
const MAX_WORDS: usize = 200;

/// A registry and the prefix of its repositories.
pub struct Registry {
    host: String,
    prefix: String,
    is_loopback: bool,
    network: Network,
    client: HttpClient,
    /// Authorization headers by repository and access.
    authorizations: RefCell<BTreeMap<(String, Access), HeaderValue>>,
}

/// Kinds of access to a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Access {
    Pull,
    Push,
}

/// Reason why a request has no usable response.
#[derive(Debug, Error)]
enum RequestError {
    #[error(transparent)]
    Wire(#[from] HttpError),
    #[error(transparent)]
    Credentials(#[from] CredentialsError),
    #[error(transparent)]
    Token(#[from] TokenError),
}

impl Registry {
    /// Creates a registry; requests are made on use.
    ///
    /// # Errors
    /// Returns an error if the proxy variable is not valid, or there are no trusted certificates.
    pub fn new(host: &str, prefix: &str, network: &Network) -> Result<Self, SourceError> {
        let is_loopback = is_loopback(host);
        let client = HttpClient::new(network, host, is_loopback)
            .map_err(|error| SourceError::Remote { reference: format!("oci://{host}"), reason: error.to_string() })?;
        let (host, prefix, network) = (host.to_owned(), prefix.to_owned(), network.clone());
        Ok(Self { host, prefix, is_loopback, network, client, authorizations: RefCell::default() })
    }

    fn repository(&self, name: &str) -> String {
        if self.prefix.is_empty() { name.to_owned() } else { format!("{}/{name}", self.prefix) }
    }

    /// Returns a URL within a repository.
    fn url(&self, name: &str, rest: &str) -> String {
        format!("{}/v2/{}/{rest}", self.origin(), self.repository(name))
    }

    fn origin(&self) -> String {
        let host = if self.host == DOCKER_HUB.0 { DOCKER_HUB.1 } else { &self.host };
        format!("{}://{host}", if self.is_loopback { "http" } else { "https" })
    }

    /// Sends a request, with authorization once the registry requires it.
    fn send(&self, name: &str, access: Access, request: &mut HttpRequest<'_>) -> Result<HttpResponse, RequestError> {
        let repository = self.repository(name);
        let key = (repository.clone(), access);
        // The authorization is only sent to the registry itself, not to other hosts to which it delegates
        // uploads.
        let is_own = request.url.strip_prefix(&self.origin()).is_some_and(|rest| rest.starts_with('/'));
        if !is_own {
            return Ok(self.client.send(request)?);
        }
        let known = self.authorizations.borrow().get(&key).cloned();
        request.headers.extend(known.map(|authorization| (AUTHORIZATION, authorization)));
        let response = self.client.send(request)?;
        if response.status != 401 {
            return Ok(response);
        }
        let Some(challenge) = response.headers.get(WWW_AUTHENTICATE).and_then(|value| value.to_str().ok()) else {
            return Ok(response);
        };
        let credentials = credentials::find(&self.network, &self.host, &repository)?;
        let actions = if access == Access::Push { "pull,push" } else { "pull" };
        let scope = format!("repository:{repository}:{actions}");
        let token_request = token::TokenRequest { client: &self.client, is_loopback: self.is_loopback, scope: &scope };
        let Some(authorization) = token_request.authorize(challenge, credentials.as_ref())? else {
            return Ok(response);
        };
        request.headers.retain(|(header, _)| header != AUTHORIZATION);
        request.headers.push((AUTHORIZATION, authorization.clone()));
        self.authorizations.borrow_mut().insert(key, authorization);
        Ok(self.client.send(request)?)
    }

    /// Sends a request and requires a response with one of the given statuses.
    fn expect(
        &self,
        about: &About<'_>,
        access: Access,
        mut request: HttpRequest<'_>,
        statuses: &[u16],
    ) -> Result<HttpResponse, SourceError> {
        let fault = |reason: String| SourceError::Remote { reference: self.shown(about), reason };
        let response = self.send(about.name, access, &mut request).map_err(|error| fault(error.to_string()))?;
        if statuses.contains(&response.status) {
            return Ok(response);
        }
        Err(fault(self.describe_error(&response)))
    }

    /// Returns the registry's error message with a hint.
    fn describe_error(&self, response: &HttpResponse) -> String {
        let words = registry_message(&response.body).map(|words| format!(" ({words})")).unwrap_or_default();
        let hint = match response.status {
            401 | 403 => format!(
                ": log in with `docker login {0}` or `podman login {0}`, or set REGISTRY_AUTH_FILE to a credentials \
                 file; some registries return this for repositories that do not exist",
                self.host
            ),
            404 => ": the name does not exist; check the repository".into(),
            413 => ": the upload is too large for it".into(),
            429 => ": too many requests; try again later, or log in".into(),
            500.. => ": the registry has an internal error; try again later".into(),
            _ => String::new(),
        };
        format!("the registry returned status {}{words}{hint}", response.status)
    }

    fn shown(&self, about: &About<'_>) -> String {
        format!("oci://{}/{}{}", self.host, self.repository(about.name), about.what)
    }
}

/// The subject of a request, for messages.
struct About<'a> {
    name: &'a str,
    /// `:TAG`, `@DIGEST` or nothing.
    what: String,
}

impl Repository for Registry {
    fn place(&self) -> String {
        let place = format!("oci://{}/{}", self.host, self.prefix);
        place.trim_end_matches('/').to_owned()
    }

    fn reference(&self, name: &str, tag: &str) -> String {
        self.shown(&About { name, what: format!(":{tag}") })
    }

    fn tags(&self, name: &str) -> Result<Vec<String>, SourceError> {
        #[derive(Deserialize)]
        struct Page {
            tags: Option<Vec<String>>,
        }
        let about = About { name, what: String::new() };
        let fault = |reason: String| SourceError::Remote { reference: self.shown(&about), reason };
        let mut tags = Vec::new();
        let mut url = self.url(name, "tags/list?n=1000");
        for _ in 0..PAGES {
            let response = self.expect(&about, Access::Pull, get(&url, MAX_TAGS), &[200, 404])?;
            if response.status == 404 {
                return Ok(tags);
            }
            let page: Page = serde_json::from_slice(&response.body)
                .map_err(|error| fault(format!("its list of tags is invalid: {error}")))?;
            tags.extend(page.tags.unwrap_or_default());
            let next = response.headers.get(LINK).and_then(|link| next(link.to_str().ok()?));
            let Some(next) = next else { return Ok(tags) };
            url = self.join(&next);
        }
        Err(fault(format!("it has more than {PAGES} pages of tags")))
    }

    fn manifest(&self, name: &str, tag: &str) -> Result<Option<Vec<u8>>, SourceError> {
        self.any_manifest(&About { name, what: format!(":{tag}") }, tag)
    }

    fn manifest_by_digest(&self, name: &str, digest: &Digest) -> Result<Option<Vec<u8>>, SourceError> {
        let about = About { name, what: format!("@{digest}") };
        let manifest = self.any_manifest(&about, &digest.to_string())?;
        manifest.iter().try_for_each(|bytes| expect_manifest(&self.shown(&about), digest, bytes))?;
        Ok(manifest)
    }

    fn blob(&self, name: &str, blob: &Descriptor) -> Result<Vec<u8>, SourceError> {
        let about = About { name, what: format!("@{}", blob.digest) };
        let url = self.url(name, &format!("blobs/{}", blob.digest));
        let most = usize::try_from(blob.size).unwrap_or(usize::MAX);
        let response = self.expect(&about, Access::Pull, get(&url, most), &[200])?;
        expect_blob(&self.shown(&about), blob, &response.body)?;
        Ok(response.body)
    }

    fn has(&self, name: &str, blob: &Descriptor) -> Result<bool, SourceError> {
        let about = About { name, what: format!("@{}", blob.digest) };
        let url = self.url(name, &format!("blobs/{}", blob.digest));
        let head = HttpRequest { method: Method::HEAD, ..get(&url, 0) };
        Ok(self.expect(&about, Access::Push, head, &[200, 404])?.status == 200)
    }

    fn put_blob(&self, name: &str, bytes: &[u8]) -> Result<(), SourceError> {
        let digest = Digest::of(bytes);
        let about = About { name, what: format!("@{digest}") };
        if self.has(name, &Descriptor::of("", bytes))? {
            return Ok(());
        }
        let url = self.url(name, "blobs/uploads/");
        let begin = HttpRequest { method: Method::POST, body: Some(&[]), ..get(&url, MAX_MANIFEST) };
        let response = self.expect(&about, Access::Push, begin, &[202])?;
        let location = response.headers.get(LOCATION).and_then(|location| location.to_str().ok());
        let location = location.map(|location| self.join(location)).filter(|url| is_safe(url, self.is_loopback));
        let location = location.ok_or_else(|| SourceError::Remote {
            reference: self.shown(&about),
            reason: "the registry returned no upload location, or one without https".into(),
        })?;
        let mark = if location.contains('?') { '&' } else { '?' };
        let url = format!("{location}{mark}digest={digest}");
        let content = (CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
        self.expect(&about, Access::Push, put(&url, content, bytes), &[201])?;
        (self.network.progress)(bytes.len() as u64, bytes.len() as u64);
        Ok(())
    }

    fn put_manifest(&self, name: &str, tag: &str, bytes: &[u8]) -> Result<(), SourceError> {
        let about = About { name, what: format!(":{tag}") };
        let url = self.url(name, &format!("manifests/{tag}"));
        let content = (CONTENT_TYPE, HeaderValue::from_static(MANIFEST_TYPE));
        self.expect(&about, Access::Push, put(&url, content, bytes), &[201]).map(drop)
    }
}

impl Registry {
    /// Returns the manifest with a tag or digest.
    fn any_manifest(&self, about: &About<'_>, reference: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let url = self.url(about.name, &format!("manifests/{reference}"));
        let mut request = get(&url, MAX_MANIFEST);
        request.headers.push((ACCEPT, HeaderValue::from_static(MANIFEST_TYPE)));
        let response = self.expect(about, Access::Pull, request, &[200, 404])?;
        if response.status == 404 {
            return Ok(None);
        }
        Ok(Some(response.body))
    }

    /// Returns the URL of a location given by the registry, which may be relative to the registry.
    fn join(&self, location: &str) -> String {
        if location.starts_with('/') { format!("{}{location}", self.origin()) } else { location.to_owned() }
    }
}

fn get(url: &str, most: usize) -> HttpRequest<'_> {
    HttpRequest { method: Method::GET, url, headers: Vec::new(), body: None, most }
}

fn put<'a>(url: &'a str, content: (HeaderName, HeaderValue), body: &'a [u8]) -> HttpRequest<'a> {
    HttpRequest { method: Method::PUT, url, headers: vec![content], body: Some(body), most: MAX_MANIFEST }
}

/// Parses the location of the next page: `</v2/x/tags/list?last=1.0.0>; rel="next"`.
fn next(link: &str) -> Option<String> {
    let (place, rest) = link.strip_prefix('<')?.split_once('>')?;
    rest.contains("rel=\"next\"").then(|| place.to_owned())
}

/// Parses an error message of a registry: `{"errors": [{"code": "DENIED", "message": "…"}]}`.
fn registry_message(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let error = body["errors"].as_array()?.first()?;
    let words = [&error["code"], &error["message"]].into_iter().filter_map(Value::as_str);
    let words = words.collect::<Vec<_>>().join(": ");
    Some(words.chars().filter(|letter| !letter.is_control()).take(MAX_WORDS).collect())
}

#[cfg(test)]
mod tests;
