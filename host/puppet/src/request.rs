//! Requests that a server receives: path, parameters, content and client.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, Method, Uri};
use identity::{Certificate, Certname};

use crate::form::decode_form;
use crate::path::{PathError, decode_path};
use crate::reply::{IssueKind, Reply};

/// A request whose content has been read.
#[derive(Debug)]
pub struct ApiRequest {
    /// The method.
    pub method: Method,
    /// The path, decoded.
    pub path: String,
    /// The path as it was sent.
    pub encoded_path: String,
    /// The query as it was sent.
    pub query: Option<String>,
    /// The parameters of the query and of a form, decoded, in their order.
    pub parameters: Vec<(String, String)>,
    /// The fields of the header.
    pub headers: HeaderMap,
    /// The content.
    pub content: Bytes,
    /// The sender.
    pub client: Client,
}

/// The sender of a request.
#[derive(Debug, Clone)]
pub struct Client {
    /// The address.
    pub address: SocketAddr,
    /// The address of the server that the client connected to.
    pub server: SocketAddr,
    /// The certificate, which has been verified; `None` without one.
    pub certificate: Option<Arc<Certificate>>,
    /// The name in the certificate.
    pub name: Option<String>,
}

impl Client {
    /// Returns a client. A certificate whose name is not a hostname gives the client no name.
    #[must_use]
    pub fn new(address: SocketAddr, server: SocketAddr, certificate: Option<Certificate>) -> Self {
        let name = certificate.as_ref().and_then(|certificate| certificate.certname().ok());
        let name = name.filter(Certname::is_hostname).map(|name| name.to_string());
        Self { address, server, certificate: certificate.map(Arc::new), name }
    }

    /// Returns whether the certificate allows to administer the authority.
    #[must_use]
    pub fn is_administrator(&self) -> bool {
        let extensions = self.certificate.as_ref().map(|certificate| certificate.extensions(&BTreeMap::new()));
        extensions.is_some_and(|extensions| extensions.get("pp_cli_auth").is_some_and(|value| value == "true"))
    }

    /// Returns the name in the certificate.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl ApiRequest {
    /// Reads path and parameters of a request whose content has not been read.
    ///
    /// # Errors
    /// Returns the reply to a request that cannot be understood.
    pub fn new(method: Method, uri: &Uri, headers: HeaderMap, client: Client) -> Result<Self, Reply> {
        let path = decode_path(uri.path()).map_err(|error| match error {
            PathError::Relative(_) => Reply::text(400, error.to_string()),
            PathError::Encoding | PathError::Nul => refused(error),
        })?;
        let query = uri.query().map(str::to_owned);
        let parameters = decode_form(query.as_deref().unwrap_or_default()).map_err(refused)?;
        let encoded_path = uri.path().to_owned();
        Ok(Self { method, path, encoded_path, query, parameters, headers, content: Bytes::new(), client })
    }

    /// Adds the content, with the parameters of a form.
    ///
    /// # Errors
    /// Returns the reply to a form that cannot be read.
    pub fn with_content(mut self, content: Bytes) -> Result<Self, Reply> {
        if self.content_type() == "application/x-www-form-urlencoded" {
            let text = str::from_utf8(&content).map_err(|_| refused("the form is not UTF-8"))?;
            self.parameters.extend(decode_form(text).map_err(refused)?);
        }
        self.content = content;
        Ok(self)
    }

    /// Returns the first value of a parameter.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns all values of a parameter.
    pub fn values<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r str> {
        self.parameters.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the media type of the content in lower case, without parameters; empty if the client did not name it.
    #[must_use]
    pub fn content_type(&self) -> String {
        let text = self.field("content-type").unwrap_or_default();
        text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// Returns the text of a header field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the first of the media types that the client accepts, in the order of its preference. As in Puppet, weights are
    /// ignored.
    ///
    /// # Errors
    /// Returns the reply to a client that accepts none of them, or does not say what it accepts.
    pub fn accepted(&self, supported: &[&'static str]) -> Result<&'static str, Reply> {
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
    pub fn check_content_type(&self, supported: &[&str]) -> Result<(), Reply> {
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

fn refused(reason: impl ToString) -> Reply {
    Reply::bad_request(IssueKind::RuntimeError, &reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(uri: &str, fields: &[(&'static str, &str)], content: &str) -> Result<ApiRequest, Reply> {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            headers.insert(*name, value.parse().unwrap());
        }
        let client = Client::new(([127, 0, 0, 1], 1).into(), ([127, 0, 0, 1], 2).into(), None);
        ApiRequest::new(Method::POST, &uri.parse().unwrap(), headers, client)?.with_content(content.to_owned().into())
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
    fn paths_and_parameters_that_cannot_be_decoded_are_refused() {
        for uri in ["/a/%2e%2e/b", "/a%00b", "/%ff", "/?a=%ff"] {
            assert_eq!(request(uri, &[], "").unwrap_err().status, 400, "{uri}");
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
