//! The endpoints of the server and who may use them, as in puppetserver.

use hyper::Method;
use identity::Certname;

use crate::access::AccessRow;
use crate::reply::Reply;
use crate::request::Request;
use crate::upstream::UpstreamRole;

/// The largest content of a request that needs no certificate, in bytes: that of a certificate request.
const ANONYMOUS_CONTENT: usize = 64 << 10;

/// What a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Endpoint {
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
    /// The certificate of a node, or those of the authority (`ca`).
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
    /// An endpoint that only the upstream server has.
    Upstream,
}

/// Who may use an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Caller<'e> {
    /// Anyone, with or without a certificate.
    Anyone,
    /// Anyone with a certificate.
    Known,
    /// The node with this name alone.
    Node(&'e str, AccessRow),
    /// Those whose certificate has the extension `pp_cli_auth`. puppetserver has a language for rules instead.
    Administrator(AccessRow),
}

impl Endpoint {
    /// Determines the endpoint of a request.
    ///
    /// # Errors
    /// Returns the reply to a request without endpoint: 403 below the prefixes where puppetserver checks permissions first, 404
    /// elsewhere.
    pub(crate) fn of(method: &Method, path: &str) -> Result<Self, Reply> {
        let parts: Vec<&str> = path.splitn(5, '/').collect();
        let found = match parts.as_slice() {
            ["", "puppet", "v3", indirection, key] => Self::of_node(method, indirection, key),
            ["", "puppet", "v3", "environments"] if *method == Method::GET => Some(Self::Environments),
            ["", "puppet", "v3", "environment_classes"] if *method == Method::GET => Some(Self::EnvironmentClasses),
            ["", "puppet-ca", "v1", kind, name] if !name.is_empty() => Self::of_authority(method, kind, name),
            ["", "puppet-ca", "v1", "clean"] if *method == Method::PUT => Some(Self::Clean),
            ["", "puppet-ca", "v1", "expirations"] if *method == Method::GET => Some(Self::Expirations),
            ["", "puppet-ca", "v1", "certificate_renewal"] if *method == Method::POST => Some(Self::Renewal),
            ["", "status", "v1", "services"] if *method == Method::GET => Some(Self::Services),
            ["", "status", "v1", "services", name] if *method == Method::GET => Some(Self::Service((*name).to_owned())),
            ["", "status", "v1", "simple"] if *method == Method::GET => Some(Self::Status("status-service".to_owned())),
            ["", "status", "v1", "simple", name] if *method == Method::GET => Some(Self::Status((*name).to_owned())),
            _ => None,
        };
        let is_guarded = matches!(parts.get(1), Some(&("puppet-ca" | "status" | "puppet-admin-api")));
        found.ok_or_else(|| if is_guarded { Reply::forbidden(method, path) } else { Reply::no_endpoint(path) })
    }

    /// Determines the endpoint of a request that only the upstream server can answer: any path of the APIs for agents.
    pub(crate) fn of_upstream(role: UpstreamRole, method: &Method, path: &str) -> Option<Self> {
        let is_found = role == UpstreamRole::Shadow && *method == Method::GET && path.starts_with("/puppet/");
        is_found.then_some(Self::Upstream)
    }

    /// Returns whether the upstream server answers a request: the only table of forwarded requests. The fallback server receives
    /// requests for catalogs and for contents of files in a version of the code too, once they have failed here.
    pub(crate) fn is_forwarded(&self, role: UpstreamRole, has_authority: bool) -> bool {
        match self {
            Self::Upstream => true,
            Self::Status(_) | Self::Service(_) | Self::Services => false,
            Self::Certificate(_)
            | Self::Revocations
            | Self::SubmitRequest(_)
            | Self::WaitingRequest(_)
            | Self::CertificateStatus(_)
            | Self::CertificateStatuses
            | Self::ChangeCertificate(_)
            | Self::DeleteCertificate(_)
            | Self::Clean
            | Self::Expirations
            | Self::Renewal => !has_authority,
            Self::Catalog(_)
            | Self::Node(_)
            | Self::Facts(_)
            | Self::Report(_)
            | Self::FileMetadata(_)
            | Self::FileMetadatas(_)
            | Self::FileContent(_)
            | Self::StaticContent(_)
            | Self::Bucket(_)
            | Self::Environments
            | Self::EnvironmentClasses => role == UpstreamRole::Shadow,
        }
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

    /// Returns whether a thread that compiles catalogs answers the request.
    pub(crate) fn is_compilation(&self) -> bool {
        matches!(self, Self::Catalog(_))
    }

    /// Returns the largest content of a request in bytes. Clients without a certificate can send little.
    pub(crate) fn largest_content(&self, of_nodes: usize) -> usize {
        match self.caller() {
            Caller::Anyone => ANONYMOUS_CONTENT,
            Caller::Known | Caller::Node(..) | Caller::Administrator(_) => of_nodes,
        }
    }

    /// Returns who may use the endpoint: the only table of permissions.
    fn caller(&self) -> Caller<'_> {
        match self {
            Self::Catalog(node) => Caller::Node(node, AccessRow::Catalog),
            Self::Node(node) => Caller::Node(node, AccessRow::Node),
            Self::Facts(node) => Caller::Node(node, AccessRow::Facts),
            Self::Report(node) => Caller::Node(node, AccessRow::Report),
            Self::FileMetadata(_) | Self::FileMetadatas(_) | Self::FileContent(_) | Self::Environments => Caller::Known,
            Self::Expirations | Self::Renewal | Self::Bucket(_) | Self::StaticContent(_) | Self::Upstream => {
                Caller::Known
            }
            Self::EnvironmentClasses => Caller::Administrator(AccessRow::EnvironmentClasses),
            Self::CertificateStatus(_)
            | Self::CertificateStatuses
            | Self::ChangeCertificate(_)
            | Self::DeleteCertificate(_) => Caller::Administrator(AccessRow::CertificateStatus),
            Self::Clean => Caller::Administrator(AccessRow::Clean),
            Self::Certificate(_)
            | Self::Revocations
            | Self::SubmitRequest(_)
            | Self::WaitingRequest(_)
            | Self::Status(_)
            | Self::Service(_)
            | Self::Services => Caller::Anyone,
        }
    }

    /// Returns the reply to a caller who may not use the endpoint. As in puppetserver, upper and lower case are the same in
    /// names of nodes. `is_exception` returns whether a rule allows the client to use the endpoints of a row.
    pub(crate) fn refusal(&self, request: &Request, is_exception: impl FnOnce(AccessRow) -> bool) -> Option<Reply> {
        let name = request.client.name();
        let is_allowed = match self.caller() {
            Caller::Anyone => true,
            Caller::Known => name.is_some(),
            Caller::Administrator(row) => request.client.is_administrator() || is_exception(row),
            Caller::Node(node, row) => {
                let is_own = name.is_some_and(|name| name.eq_ignore_ascii_case(node));
                // Other names are not names of files either.
                is_own || is_node_name(node) && is_exception(row)
            }
        };
        (!is_allowed).then(|| Reply::forbidden(&request.method, &request.path))
    }
}

fn is_node_name(text: &str) -> bool {
    text.parse::<Certname>().is_ok_and(|name| name.is_hostname())
}

#[cfg(test)]
mod tests {
    use hyper::HeaderMap;

    use super::*;
    use crate::request::Client;

    #[test]
    fn requests_are_forwarded_by_role_and_authority() {
        let (catalog, content) = (Endpoint::Catalog("a".to_owned()), Endpoint::StaticContent("a".to_owned()));
        for endpoint in [catalog, content] {
            assert!(endpoint.is_forwarded(UpstreamRole::Shadow, true));
            assert!(!endpoint.is_forwarded(UpstreamRole::Fallback, true), "it is answered here first");
        }
        for role in [UpstreamRole::Shadow, UpstreamRole::Fallback] {
            for endpoint in [Endpoint::Revocations, Endpoint::Expirations, Endpoint::Renewal] {
                assert!(endpoint.is_forwarded(role, false) && !endpoint.is_forwarded(role, true));
            }
            for endpoint in [Endpoint::Status("a".to_owned()), Endpoint::Service("a".to_owned()), Endpoint::Services] {
                assert!(!endpoint.is_forwarded(role, false));
            }
        }
        let found = |role, method, path| Endpoint::of_upstream(role, &method, path).is_some();
        assert!(found(UpstreamRole::Shadow, Method::GET, "/puppet/v3/tasks"));
        assert!(!found(UpstreamRole::Fallback, Method::GET, "/puppet/v3/tasks"));
        assert!(!found(UpstreamRole::Shadow, Method::POST, "/puppet/v4/catalog"));
        assert!(!found(UpstreamRole::Shadow, Method::GET, "/puppet-admin-api/v1/jruby-pool"));
    }

    #[test]
    fn unknown_paths_and_methods_have_no_endpoint() {
        let status = |method: Method, path: &str| Endpoint::of(&method, path).map_err(|reply| reply.status);
        assert_eq!(status(Method::GET, "/puppet/v3/catalog/a.b"), Ok(Endpoint::Catalog("a.b".to_owned())));
        assert_eq!(
            status(Method::GET, "/puppet/v3/file_content/modules/m/a/b"),
            Ok(Endpoint::FileContent("modules/m/a/b".to_owned()))
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
    fn exceptions_are_for_names_of_nodes() {
        let client = Client::new(([127, 0, 0, 1], 1).into(), ([127, 0, 0, 1], 2).into(), None);
        let refusal = |path: &str, is_exception: bool| {
            let request = Request::new(Method::GET, &path.parse().unwrap(), HeaderMap::new(), client.clone()).unwrap();
            let endpoint = Endpoint::of(&request.method, &request.path).unwrap();
            endpoint.refusal(&request, |_| is_exception).map(|reply| reply.status)
        };
        assert_eq!(refusal("/puppet/v3/catalog/a.b", true), None);
        assert_eq!(refusal("/puppet/v3/catalog/a.b", false), Some(403));
        assert_eq!(refusal("/puppet/v3/catalog/a/b", true), Some(403));
        assert_eq!(refusal("/puppet-ca/v1/certificate_statuses/all", true), None);
    }
}
