//! Puppet's HTTP API (`/puppet/v3`), from the side of the agent.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::Settings;
use puppet::{FileMetadata, Route, encode_form, encode_value};
use serde_json::Value as Json;
use ureq::http::Method;

use crate::endpoint::Endpoint;
use crate::enrolment::VerifiedIdentity;
use crate::error::AgentError;
use crate::http::{HttpClient, HttpRequest, RequestOptions};
use crate::next_run::NextRun;

const JSON: &str = "application/json";
const CATALOG: &str = "application/vnd.puppet.rich+json, application/json";
const BINARY: &str = "application/octet-stream";
const FORM: &str = "application/x-www-form-urlencoded";

/// The kinds of checksums that a static catalog may contain.
const CHECKSUMS: &str = "sha256";

/// Connections to a server, with the certificate of the node.
pub struct PuppetServer {
    http: HttpClient,
    identity: Arc<VerifiedIdentity>,
    options: RequestOptions,
}

/// A request for a catalog.
#[derive(Debug)]
pub struct CatalogRequest<'a> {
    /// The environment.
    pub environment: &'a str,
    /// The environment in the settings, if there is one.
    pub configured_environment: Option<&'a str>,
    /// The facts: an object with the name of the node and the values.
    pub facts: &'a Json,
    /// The identifier of the run.
    pub transaction_uuid: &'a str,
    /// The identifier of the job that started the run.
    pub job_id: Option<&'a str>,
}

impl PuppetServer {
    /// Selects the server: the first one in `server_list` that responds, or the one of the settings `server` and
    /// `serverport`. With a single server nothing is connected yet.
    ///
    /// # Errors
    /// Returns an error if a setting does not name a server, or none of the list responds.
    pub fn connect(
        settings: &Settings,
        identity: &Arc<VerifiedIdentity>,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, AgentError> {
        let options = RequestOptions::of(settings, Arc::clone(interrupt))?;
        let at = |endpoint| Self::at(endpoint, identity, options.clone());
        if settings.server_list.is_empty() {
            return Ok(at(Endpoint::parse(&settings.server, *settings.serverport)?));
        }
        for text in settings.server_list.iter() {
            let server = at(Endpoint::parse(text, *settings.serverport)?);
            let status = Route::Status("server".to_owned()).path();
            if server.http.send(&HttpRequest::get(status, "text/plain")).is_ok() {
                return Ok(server);
            }
        }
        Err(AgentError::NoServer(settings.server_list.text.clone()))
    }

    /// Returns the same identity's connections to another server: that of a source or of reports.
    ///
    /// # Errors
    /// Returns an error if the text does not name a server.
    pub fn elsewhere(&self, text: &str, port: u16) -> Result<Self, AgentError> {
        Ok(Self::at(Endpoint::parse(text, port)?, &self.identity, self.options.clone()))
    }

    fn at(endpoint: Endpoint, identity: &Arc<VerifiedIdentity>, options: RequestOptions) -> Self {
        let http = HttpClient::new(endpoint, identity.client_config(), options.clone());
        Self { http, identity: Arc::clone(identity), options }
    }

    /// Returns the address of the server.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        self.http.endpoint()
    }

    /// Requests the environment of the node; `None` if the server does not specify one.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or does not know the node.
    pub fn node_environment(
        &self,
        environment: &str,
        configured: Option<&str>,
        transaction_uuid: &str,
    ) -> Result<Option<String>, AgentError> {
        let mut query = vec![("environment", environment)];
        query.extend(configured.map(|name| ("configured_environment", name)));
        query.extend([("transaction_uuid", transaction_uuid), ("fail_on_404", "true")]);
        let target = Route::Node(self.identity.certname().to_owned()).with_query(&query);
        let node = self.json(&HttpRequest::get(target, JSON), "the node")?;
        Ok(node["environment"].as_str().map(str::to_owned))
    }

    /// Waits up to `time` for the next run that a job of the server assigns to this node.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or has no jobs.
    pub fn next_run(&self, time: Duration) -> Result<Option<NextRun>, AgentError> {
        let target = Route::NextRun.with_query(&[("timeout", &time.as_secs().to_string())]);
        let reply = self.http.send(&HttpRequest::get(target.clone(), JSON))?;
        if reply.is_empty() {
            return Ok(None);
        }
        serde_json::from_slice(&reply).map(Some).map_err(|error| self.http.invalid(&target, error))
    }

    /// Sends facts and receives the catalog in Puppet's JSON.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached, or cannot compile the catalog.
    pub fn catalog(&self, request: &CatalogRequest<'_>) -> Result<String, AgentError> {
        // Puppet encodes facts twice.
        let facts = encode_value(&request.facts.to_string());
        let mut fields = vec![("environment", request.environment), ("facts_format", JSON), ("facts", facts.as_str())];
        fields.extend(request.configured_environment.map(|name| ("configured_environment", name)));
        fields.extend(request.job_id.map(|job| ("job_id", job)));
        fields.extend([
            ("transaction_uuid", request.transaction_uuid),
            ("static_catalog", "true"),
            ("checksum_type", CHECKSUMS),
            ("check_environment", "true"),
        ]);
        let body = encode_form(&fields);
        let query = [("environment", request.environment)];
        let target = Route::Catalog(self.identity.certname().to_owned()).with_query(&query);
        let request = HttpRequest {
            method: Method::POST,
            target,
            accept: CATALOG,
            content_type: Some(FORM),
            if_modified_since: None,
            body: body.as_bytes(),
            is_repeated: true,
        };
        String::from_utf8(self.http.send(&request)?).map_err(|_| self.http.invalid("the catalog", "it is not UTF-8"))
    }

    /// Sends a report in Puppet's JSON.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses the report.
    pub fn send_report(&self, environment: &str, report: &[u8]) -> Result<(), AgentError> {
        let route = Route::Report(self.identity.certname().to_owned());
        let target = route.with_query(&[("environment", environment)]);
        let request = HttpRequest {
            method: Method::PUT,
            target,
            accept: JSON,
            content_type: Some(JSON),
            if_modified_since: None,
            body: report,
            // It remains in the spool: the run does not wait.
            is_repeated: false,
        };
        self.http.send(&request).map(drop)
    }

    /// Describes a file; `None` if it does not exist.
    pub(crate) fn metadata(
        &self,
        path: &str,
        environment: &str,
        links: &str,
    ) -> Result<Option<FileMetadata>, AgentError> {
        let query = [
            ("environment", environment),
            ("links", links),
            ("checksum_type", "sha256"),
            ("source_permissions", "use"),
        ];
        let target = Route::FileMetadata(path.to_owned()).with_query(&query);
        found(self.json(&HttpRequest::get(target, JSON), path))?
            .map(|json| serde_json::from_value(json).map_err(|error| self.http.invalid(path, error)))
            .transpose()
    }

    /// Describes the files below a directory; `None` if it does not exist.
    pub(crate) fn metadatas(
        &self,
        path: &str,
        environment: &str,
        query: &[(&str, &str)],
    ) -> Result<Option<Vec<FileMetadata>>, AgentError> {
        let mut parameters =
            vec![("environment", environment), ("recurse", "true"), ("max_files", "-1"), ("checksum_type", "sha256")];
        parameters.extend(query);
        let target = Route::FileMetadatas(path.to_owned()).with_query(&parameters);
        found(self.json(&HttpRequest::get(target, JSON), path))?
            .map(|json| serde_json::from_value(json).map_err(|error| self.http.invalid(path, error)))
            .transpose()
    }

    /// Writes the content of a file.
    pub(crate) fn content(
        &self,
        path: &str,
        environment: &str,
        out: &mut dyn Write,
        failed: impl FnOnce(io::Error) -> AgentError,
    ) -> Result<(), AgentError> {
        let target = Route::FileContent(path.to_owned()).with_query(&[("environment", environment)]);
        self.http.send_to(&HttpRequest::get(target, BINARY), out, failed)
    }

    /// Writes the content of a file in the version of the code of a static catalog.
    pub(crate) fn static_content(
        &self,
        path: &str,
        environment: &str,
        code_id: &str,
        out: &mut dyn Write,
        failed: impl FnOnce(io::Error) -> AgentError,
    ) -> Result<(), AgentError> {
        let query = [("environment", environment), ("code_id", code_id)];
        let target = Route::StaticContent(path.to_owned()).with_query(&query);
        self.http.send_to(&HttpRequest::get(target, BINARY), out, failed)
    }

    fn json(&self, request: &HttpRequest<'_>, what: &str) -> Result<Json, AgentError> {
        let body = self.http.send(request)?;
        serde_json::from_slice(&body).map_err(|error| self.http.invalid(what, error))
    }
}

/// Converts the response that an object does not exist.
fn found<T>(result: Result<T, AgentError>) -> Result<Option<T>, AgentError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(AgentError::Response { status: 404, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
