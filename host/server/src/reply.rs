//! Replies in Puppet's form.

use std::borrow::Cow;
use std::fs::File;

use hyper::Method;
use hyper::body::Bytes;
use serde_json::{Value as Json, json};

use crate::upstream::StreamedContent;

/// Content types.
pub(crate) const JSON: &str = "application/json;charset=utf-8";
pub(crate) const RICH_JSON: &str = "application/vnd.puppet.rich+json; charset=utf-8";
pub(crate) const TEXT: &str = "text/plain;charset=utf-8";
pub(crate) const BYTES: &str = "application/octet-stream";

/// The content of a reply.
#[derive(Debug)]
pub(crate) enum Content {
    Bytes(Bytes),
    /// A file with its length.
    File(File, u64),
    /// The content of the upstream server, which has not been read.
    Stream(StreamedContent),
}

/// A reply to a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// The media type; empty without one.
    pub(crate) content_type: Cow<'static, str>,
    /// Further header fields.
    pub(crate) fields: Vec<(&'static str, String)>,
    pub(crate) content: Content,
}

/// The kinds of errors that Puppet distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IssueKind {
    /// A resource was not found.
    ResourceNotFound,
    /// A field of the header is missing.
    MissingHeaderField,
    /// The endpoint does not support the format.
    UnsupportedFormat,
    /// The content type is missing or cannot be read.
    UnsupportedMediaType,
    /// Anything else.
    RuntimeError,
}

impl IssueKind {
    fn name(self) -> &'static str {
        match self {
            Self::ResourceNotFound => "RESOURCE_NOT_FOUND",
            Self::MissingHeaderField => "MISSING_HEADER_FIELD",
            Self::UnsupportedFormat => "UNSUPPORTED_FORMAT",
            Self::UnsupportedMediaType => "UNSUPPORTED_MEDIA_TYPE",
            Self::RuntimeError => "RUNTIME_ERROR",
        }
    }
}

impl Reply {
    pub(crate) fn new(status: u16, content_type: &'static str, content: impl Into<Vec<u8>>) -> Self {
        let content_type = content_type.into();
        Self { status, content_type, fields: Vec::new(), content: Content::Bytes(Bytes::from(content.into())) }
    }

    pub(crate) fn json(value: &Json) -> Self {
        Self::new(200, JSON, value.to_string())
    }

    pub(crate) fn text(status: u16, text: impl Into<String>) -> Self {
        Self::new(status, TEXT, text.into())
    }

    /// Returns an error in the form of Puppet's HTTP API.
    pub(crate) fn error(status: u16, kind: IssueKind, message: &str) -> Self {
        Self::new(status, JSON, json!({ "message": message, "issue_kind": kind.name() }).to_string())
    }

    /// Returns the reply to a request without endpoint.
    pub(crate) fn no_endpoint(path: &str) -> Self {
        Self::new(404, JSON, json!({ "message": "Not Found", "url": path, "status": "404" }).to_string())
    }

    /// Returns the reply to a client that may not send a request.
    pub(crate) fn forbidden(method: &Method, path: &str) -> Self {
        let method = method.as_str().to_ascii_lowercase();
        Self::text(
            403,
            format!("Forbidden request: {path} (method :{method}). Please see the server logs for details."),
        )
    }

    pub(crate) fn not_found(message: &str) -> Self {
        Self::error(404, IssueKind::ResourceNotFound, &format!("Not Found: {message}"))
    }

    pub(crate) fn bad_request(kind: IssueKind, message: &str) -> Self {
        Self::error(400, kind, &format!("Bad Request: {message}"))
    }

    /// Returns the reply to a request that could not be processed.
    pub(crate) fn failed(message: &str) -> Self {
        Self::error(500, IssueKind::RuntimeError, &format!("Server Error: {message}"))
    }

    /// Returns the reply to a document that cannot be stored, usually since the disk is full.
    pub(crate) fn insufficient_storage(error: &anyhow::Error) -> Self {
        Self::error(507, IssueKind::RuntimeError, &format!("Insufficient Storage: {error:#}"))
    }

    /// Adds a header field.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.fields.push((name, value.into()));
        self
    }
}
