//! Requests: path, parameters, content and client.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use hyper::body::Bytes;
use hyper::{HeaderMap, Method, Uri};
use identity::{Certificate, Certname};
use percent_encoding::percent_decode_str;

use crate::reply::{IssueKind, Reply};

/// A request whose content has been read.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: Method,
    /// The path, decoded.
    pub(crate) path: String,
    /// The query as it was sent.
    pub(crate) query: Option<String>,
    /// The parameters of the query and of a form, decoded, in their order.
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) headers: HeaderMap,
    pub(crate) content: Bytes,
    pub(crate) client: Client,
}

/// The sender of a request.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    /// The address of the server that the client connected to.
    pub(crate) server: SocketAddr,
    /// The certificate, which has been verified; `None` without one.
    pub(crate) certificate: Option<Arc<Certificate>>,
    /// The name in the certificate.
    pub(crate) name: Option<String>,
}

impl Client {
    /// Returns a client. A certificate whose name is not a hostname gives the client no name.
    pub(crate) fn new(address: SocketAddr, server: SocketAddr, certificate: Option<Certificate>) -> Self {
        let name = certificate.as_ref().and_then(|certificate| certificate.certname().ok());
        let name = name.filter(Certname::is_hostname).map(|name| name.to_string());
        Self { address, server, certificate: certificate.map(Arc::new), name }
    }

    /// Returns whether the certificate allows to administer the authority.
    pub(crate) fn is_administrator(&self) -> bool {
        let extensions = self.certificate.as_ref().map(|certificate| certificate.extensions(&BTreeMap::new()));
        extensions.is_some_and(|extensions| extensions.get("pp_cli_auth").is_some_and(|value| value == "true"))
    }

    /// Returns the name in the certificate.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl Request {
    /// Reads path and parameters of a request whose content has not been read.
    ///
    /// # Errors
    /// Returns the reply to a request that cannot be understood.
    pub(crate) fn new(method: Method, uri: &Uri, headers: HeaderMap, client: Client) -> Result<Self, Reply> {
        let path = percent_decode_str(uri.path()).decode_utf8();
        let path = path.map_err(|_| refused("the path is not UTF-8"))?;
        if path.contains('\0') {
            return Err(refused("the path contains a NUL character"));
        }
        let path = normalized(&path)?;
        let query = uri.query().map(str::to_owned);
        let parameters = form(query.as_deref().unwrap_or_default()).map_err(refused)?;
        Ok(Self { method, path, query, parameters, headers, content: Bytes::new(), client })
    }

    /// Adds the content, with the parameters of a form.
    ///
    /// # Errors
    /// Returns the reply to a form that cannot be read.
    pub(crate) fn with_content(mut self, content: Bytes) -> Result<Self, Reply> {
        if self.content_type() == "application/x-www-form-urlencoded" {
            let text = str::from_utf8(&content).map_err(|_| refused("the form is not UTF-8"))?;
            self.parameters.extend(form(text).map_err(refused)?);
        }
        self.content = content;
        Ok(self)
    }

    /// Returns the first value of a parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns all values of a parameter.
    pub(crate) fn values<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r str> {
        self.parameters.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the media type of the content in lower case, without parameters; empty if the client did not name it.
    pub(crate) fn content_type(&self) -> String {
        let text = self.field("content-type").unwrap_or_default();
        text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// Returns the text of a header field.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the first of the media types that the client accepts, in the order of its preference. As in Puppet, weights are
    /// ignored.
    ///
    /// # Errors
    /// Returns the reply to a client that accepts none of them, or does not say what it accepts.
    pub(crate) fn accepted(&self, supported: &[&'static str]) -> Result<&'static str, Reply> {
        let Some(accepted) = self.field("accept") else {
            return Err(Reply::bad_request(IssueKind::MissingHeaderField, "Missing required Accept header"));
        };
        let mut named = accepted.split(',').map(|one| one.split(';').next().unwrap_or_default().trim());
        let found = named.find_map(|one| supported.iter().find(|known| one == **known || one == "*/*"));
        found.copied().ok_or_else(|| {
            let message = format!("Not Acceptable: No supported formats are acceptable (Accept: {accepted})");
            Reply::error(406, IssueKind::UnsupportedFormat, &message)
        })
    }

    /// Checks that the content has one of the media types.
    ///
    /// # Errors
    /// Returns the reply to content with another media type or none.
    pub(crate) fn check_content_type(&self, supported: &[&str]) -> Result<(), Reply> {
        let given = self.content_type();
        if given.is_empty() {
            return Err(Reply::bad_request(
                IssueKind::MissingHeaderField,
                "No Content-Type header was received, it isn't possible to unserialize the request",
            ));
        }
        if supported.contains(&&*given) {
            return Ok(());
        }
        let message = format!("Client sent a mime-type ({given}) that doesn't correspond to a format we support");
        Err(Reply::error(415, IssueKind::UnsupportedMediaType, &format!("Unsupported Media Type: {message}")))
    }
}

/// Removes empty parts of a path, except for the first and the last, and what follows a semicolon in a part.
///
/// # Errors
/// Returns the reply to a path with relative parts.
fn normalized(path: &str) -> Result<String, Reply> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        let part = part.split(';').next().unwrap_or_default();
        if part == "." || part == ".." {
            return Err(Reply::text(400, format!("Invalid relative path (.. or .) in: {path}")));
        }
        if !part.is_empty() || parts.len() < 2 {
            parts.push(part);
        }
    }
    if path.len() > 1 && path.ends_with('/') {
        parts.push("");
    }
    Ok(parts.join("/"))
}

fn refused(message: &str) -> Reply {
    Reply::bad_request(IssueKind::RuntimeError, message)
}

/// Decodes the parameters of a query or form.
fn form(text: &str) -> Result<Vec<(String, String)>, &'static str> {
    let decoded = |part: &str| {
        let plain = part.replace('+', " ");
        percent_decode_str(&plain)
            .decode_utf8()
            .map(std::borrow::Cow::into_owned)
            .map_err(|_| "a parameter is not UTF-8")
    };
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(uri: &str, fields: &[(&'static str, &str)], content: &str) -> Result<Request, Reply> {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            headers.insert(*name, value.parse().unwrap());
        }
        let client = Client::new(([127, 0, 0, 1], 1).into(), ([127, 0, 0, 1], 2).into(), None);
        Request::new(Method::POST, &uri.parse().unwrap(), headers, client)?.with_content(content.to_owned().into())
    }

    #[test]
    fn parameters_are_those_of_query_and_form() {
        let fields = [("content-type", "application/x-www-form-urlencoded; charset=utf-8")];
        let read = request("/puppet/v3/a%20b?environment=dev&ignore=x", &fields, "facts=%257B+%257D&ignore=y").unwrap();
        assert_eq!(read.path, "/puppet/v3/a b");
        assert_eq!((read.parameter("environment"), read.parameter("facts")), (Some("dev"), Some("%7B %7D")));
        assert_eq!(read.values("ignore").collect::<Vec<_>>(), ["x", "y"]);
    }

    #[test]
    fn paths_are_normalized_as_in_puppetserver() {
        for (path, expected) in
            [("/", "/"), ("/a//b/", "/a/b/"), ("//a", "//a"), ("/a;x=1/b", "/a/b"), ("/a%2Fb", "/a/b")]
        {
            assert_eq!(request(path, &[], "").unwrap().path, expected);
        }
        for path in ["/a/../b", "/a/%2e%2e/b", "/a/./b"] {
            assert_eq!(request(path, &[], "").unwrap_err().status, 400, "{path}");
        }
    }

    #[test]
    fn paths_that_cannot_be_names_of_files_are_refused() {
        for path in ["/a%00b", "/%ff"] {
            assert_eq!(request(path, &[], "").unwrap_err().status, 400, "{path}");
        }
    }

    #[test]
    fn first_accepted_media_type_is_used() {
        let accepted = |text: &str| {
            let request = request("/", &[("accept", text)], "").unwrap();
            request.accepted(&["application/json", "text/plain"]).map_err(|reply| reply.status)
        };
        assert_eq!(accepted("text/pson, text/plain;q=0.5, application/json"), Ok("text/plain"));
        assert_eq!(accepted("*/*"), Ok("application/json"));
        assert_eq!(accepted("text/pson"), Err(406));
        let without = request("/", &[], "").unwrap();
        assert_eq!(without.accepted(&["text/plain"]).unwrap_err().status, 400);
    }
}
