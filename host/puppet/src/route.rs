//! The endpoints of a server: their paths in requests.

use http::Method;

use crate::form::encode_form;
use crate::path::encode_path;
use crate::reply::Reply;

/// An endpoint with the name or path in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// Compile the catalog of a node.
    Catalog(String),
    /// The environment and the variables of a node.
    Node(String),
    /// Store the facts of a node.
    Facts(String),
    /// Store a report of a node.
    Report(String),
    /// Describe a file of a mount.
    FileMetadata(String),
    /// Describe the files below a directory of a mount.
    FileMetadatas(String),
    /// The content of a file of a mount.
    FileContent(String),
    /// The content that a file of the environment had in a version of the code.
    StaticContent(String),
    /// A content in the file bucket.
    Bucket(String),
    /// The names of all environments.
    Environments,
    /// The classes of an environment.
    EnvironmentClasses,
    /// The certificate of a node, or the certificates of the authority (`ca`).
    Certificate(String),
    /// The revocation lists of the authority.
    Revocations,
    /// Submit a request for a certificate.
    SubmitRequest(String),
    /// The waiting request of a node.
    WaitingRequest(String),
    /// The state of the certificate or request of a node.
    CertificateStatus(String),
    /// The states of all certificates and requests.
    CertificateStatuses,
    /// Sign the request or revoke the certificate of a node.
    ChangeCertificate(String),
    /// Delete the certificate or the request of a node.
    DeleteCertificate(String),
    /// Revoke and delete certificates.
    Clean,
    /// When certificates and revocation lists of the authority end.
    Expirations,
    /// Renew the certificate of the client.
    Renewal,
    /// Whether a service works.
    Status(String),
    /// The state of a service.
    Service(String),
    /// The states of all services.
    Services,
    /// A query of PuppetDB's API, with the path below it.
    Query(String),
    /// A command of PuppetDB's API.
    Command,
    /// The version of PuppetDB's API.
    DatabaseVersion,
    /// The time of the server of PuppetDB's API.
    DatabaseTime,
    /// A metric of PuppetDB's API.
    Metric(String),
    /// The next run that a job assigns to the client. No other server has this endpoint.
    NextRun,
    /// An endpoint that only puppetserver has, with its path.
    Other(String),
}

impl Route {
    /// The beginning of the paths of queries.
    pub const QUERY: &str = "/pdb/query/v4";

    /// Determines the endpoint of a request by its decoded path.
    ///
    /// # Errors
    /// Returns the reply to a request without endpoint: 403 below the prefixes where puppetserver checks permissions first, 404
    /// elsewhere.
    pub fn parse(method: &Method, path: &str) -> Result<Self, Reply> {
        let parts: Vec<&str> = path.splitn(5, '/').collect();
        let found = match parts.as_slice() {
            ["", "puppet", "v3", indirection, key] => Self::of_node(method, indirection, key),
            ["", "puppet", "v3", "environments"] if *method == Method::GET => Some(Self::Environments),
            ["", "puppet", "v3", "environment_classes"] if *method == Method::GET => Some(Self::EnvironmentClasses),
            ["", "puppet-ca", "v1", kind, name] if !name.is_empty() => Self::of_authority(method, kind, name),
            ["", "puppet-ca", "v1", "clean"] if *method == Method::PUT => Some(Self::Clean),
            ["", "puppet-ca", "v1", "expirations"] if *method == Method::GET => Some(Self::Expirations),
            ["", "puppet-ca", "v1", "certificate_renewal"] if *method == Method::POST => Some(Self::Renewal),
            ["", "pdb", "query", "v4"] => Self::of_query(method, ""),
            ["", "pdb", "query", "v4", path] => Self::of_query(method, path),
            ["", "pdb", "cmd", "v1"] if *method == Method::POST => Some(Self::Command),
            ["", "pdb", "meta", "v1", "version"] if *method == Method::GET => Some(Self::DatabaseVersion),
            ["", "pdb", "meta", "v1", "server-time"] if *method == Method::GET => Some(Self::DatabaseTime),
            ["", "metrics", "v2", "list"] if *method == Method::GET => Some(Self::Metric(String::new())),
            ["", "metrics", "v2", "read", name] if *method == Method::GET => Some(Self::Metric((*name).to_owned())),
            ["", "marotte", "v1", "next_run"] if *method == Method::GET => Some(Self::NextRun),
            ["", "status", "v1", "services"] if *method == Method::GET => Some(Self::Services),
            ["", "status", "v1", "services", name] if *method == Method::GET => Some(Self::Service((*name).to_owned())),
            ["", "status", "v1", "simple"] if *method == Method::GET => Some(Self::Status("status-service".to_owned())),
            ["", "status", "v1", "simple", name] if *method == Method::GET => Some(Self::Status((*name).to_owned())),
            _ => None,
        };
        let is_guarded = matches!(parts.get(1), Some(&("puppet-ca" | "status" | "puppet-admin-api")));
        found.ok_or_else(|| if is_guarded { Reply::forbidden(method, path) } else { Reply::no_endpoint(path) })
    }

    fn of_node(method: &Method, indirection: &str, key: &str) -> Option<Self> {
        let key = key.to_owned();
        Some(match (method.as_str(), indirection) {
            ("GET" | "POST", "catalog") => Self::Catalog(key),
            ("GET", "node") => Self::Node(key),
            ("PUT", "facts") => Self::Facts(key),
            ("PUT", "report") => Self::Report(key),
            ("GET", "file_metadata") => Self::FileMetadata(key),
            ("GET", "file_metadatas") => Self::FileMetadatas(key),
            ("GET", "file_content") => Self::FileContent(key),
            ("GET", "static_file_content") => Self::StaticContent(key),
            ("GET" | "HEAD" | "PUT", "file_bucket_file") => Self::Bucket(key),
            _ => return None,
        })
    }

    fn of_query(method: &Method, path: &str) -> Option<Self> {
        matches!(*method, Method::GET | Method::POST).then(|| Self::Query(path.to_owned()))
    }

    fn of_authority(method: &Method, kind: &str, name: &str) -> Option<Self> {
        Some(match (method.as_str(), kind) {
            ("GET", "certificate") => Self::Certificate(name.to_owned()),
            ("GET", "certificate_revocation_list") if name == "ca" => Self::Revocations,
            ("GET", "certificate_status") => Self::CertificateStatus(name.to_owned()),
            ("PUT", "certificate_status") => Self::ChangeCertificate(name.to_owned()),
            ("DELETE", "certificate_status") => Self::DeleteCertificate(name.to_owned()),
            ("GET", "certificate_statuses") => Self::CertificateStatuses,
            ("GET", "certificate_request") => Self::WaitingRequest(name.to_owned()),
            ("PUT", "certificate_request") => Self::SubmitRequest(name.to_owned()),
            _ => return None,
        })
    }

    /// Returns the encoded path of the endpoint. Empty parts of a path in it are left out.
    #[must_use]
    pub fn path(&self) -> String {
        let (prefix, name) = self.parts();
        encode_path(prefix, name)
    }

    /// Returns the constant beginning of the path, and the name or path in it.
    fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Catalog(node) => ("/puppet/v3/catalog", node),
            Self::Node(node) => ("/puppet/v3/node", node),
            Self::Facts(node) => ("/puppet/v3/facts", node),
            Self::Report(node) => ("/puppet/v3/report", node),
            Self::FileMetadata(path) => ("/puppet/v3/file_metadata", path),
            Self::FileMetadatas(path) => ("/puppet/v3/file_metadatas", path),
            Self::FileContent(path) => ("/puppet/v3/file_content", path),
            Self::StaticContent(path) => ("/puppet/v3/static_file_content", path),
            Self::Bucket(key) => ("/puppet/v3/file_bucket_file", key),
            Self::Certificate(name) => ("/puppet-ca/v1/certificate", name),
            Self::SubmitRequest(name) | Self::WaitingRequest(name) => ("/puppet-ca/v1/certificate_request", name),
            Self::CertificateStatus(name) | Self::ChangeCertificate(name) | Self::DeleteCertificate(name) => {
                ("/puppet-ca/v1/certificate_status", name)
            }
            Self::Status(name) => ("/status/v1/simple", name),
            Self::Service(name) => ("/status/v1/services", name),
            Self::Query(path) => ("/pdb/query/v4", path),
            Self::Metric(name) if name.is_empty() => ("/metrics/v2/list", ""),
            Self::Metric(name) => ("/metrics/v2/read", name),
            Self::Other(path) => ("", path),
            Self::Environments => ("/puppet/v3/environments", ""),
            Self::EnvironmentClasses => ("/puppet/v3/environment_classes", ""),
            Self::Revocations => ("/puppet-ca/v1/certificate_revocation_list/ca", ""),
            Self::CertificateStatuses => ("/puppet-ca/v1/certificate_statuses/all", ""),
            Self::Clean => ("/puppet-ca/v1/clean", ""),
            Self::Expirations => ("/puppet-ca/v1/expirations", ""),
            Self::Renewal => ("/puppet-ca/v1/certificate_renewal", ""),
            Self::Services => ("/status/v1/services", ""),
            Self::Command => ("/pdb/cmd/v1", ""),
            Self::DatabaseVersion => ("/pdb/meta/v1/version", ""),
            Self::DatabaseTime => ("/pdb/meta/v1/server-time", ""),
            Self::NextRun => ("/marotte/v1/next_run", ""),
        }
    }

    /// Returns the encoded path of the endpoint with a query.
    #[must_use]
    pub fn with_query(&self, query: &[(&str, &str)]) -> String {
        match query.is_empty() {
            true => self.path(),
            false => format!("{}?{}", self.path(), encode_form(query)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::decode_path;

    #[test]
    fn unknown_paths_and_methods_have_no_endpoint() {
        let status = |method: Method, path: &str| Route::parse(&method, path).map_err(|reply| reply.status);
        assert_eq!(status(Method::GET, "/puppet/v3/catalog/a.b"), Ok(Route::Catalog("a.b".to_owned())));
        assert_eq!(
            status(Method::GET, "/puppet/v3/file_content/modules/m/a/b"),
            Ok(Route::FileContent("modules/m/a/b".to_owned()))
        );
        for (method, path) in [
            (Method::GET, "/puppet/v3/none/x"),
            (Method::GET, "/puppet/v3/report/a.b"),
            (Method::DELETE, "/puppet/v3/catalog/a.b"),
            (Method::GET, "/puppet/v3/node"),
            (Method::GET, "/"),
        ] {
            assert_eq!(status(method, path), Err(404), "{path}");
        }
        for path in
            ["/puppet-ca/v1/none/x", "/puppet-ca/v1/certificate/", "/status/v2/simple", "/puppet-admin-api/v1/x"]
        {
            assert_eq!(status(Method::GET, path), Err(403), "{path}");
        }
    }

    #[test]
    fn route_encodes_each_part_of_its_path() {
        let query = [("environment", "production"), ("a b", "c&d=é")];
        let route = Route::FileContent("modules/m/a b/ä?.txt".to_owned());
        let path = "/puppet/v3/file_content/modules/m/a%20b/%C3%A4%3F.txt";
        assert_eq!(route.with_query(&query), format!("{path}?environment=production&a%20b=c%26d%3D%C3%A9"));
        assert_eq!(route.with_query(&[]), path);
        assert_eq!(Route::parse(&Method::GET, &decode_path(path).unwrap()).unwrap(), route);
    }
}
