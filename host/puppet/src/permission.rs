//! Permissions of clients, as in puppetserver.

use identity::Certname;

use crate::reply::Reply;
use crate::request::ApiRequest;
use crate::route::Route;

/// The largest content of a request that needs no certificate, in bytes: that of a certificate request.
const ANONYMOUS_CONTENT: usize = 64 << 10;

/// The rows of the table that can have exceptions. All others are for every client with a certificate, or for everyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessRow {
    /// Catalogs of other nodes.
    Catalog,
    /// Environment and variables of other nodes.
    Node,
    /// Facts of other nodes.
    Facts,
    /// Reports of other nodes.
    Report,
    /// Classes of environments.
    EnvironmentClasses,
    /// Certificates and requests: read, sign, revoke, delete.
    CertificateStatus,
    /// Revocation and deletion of several certificates.
    Clean,
    /// Queries of facts, catalogs and reports of all nodes.
    Query,
    /// Commands that change facts, catalogs and reports of any node.
    Command,
}

impl AccessRow {
    /// The rows with their names.
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::Catalog, "catalog"),
        (Self::Node, "node"),
        (Self::Facts, "facts"),
        (Self::Report, "report"),
        (Self::EnvironmentClasses, "environment_classes"),
        (Self::CertificateStatus, "certificate_status"),
        (Self::Clean, "clean"),
        (Self::Query, "query"),
        (Self::Command, "command"),
    ];
}

/// The clients that may use an endpoint.
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

impl Route {
    /// Returns the largest content of a request in bytes. Clients without a certificate can send little.
    #[must_use]
    pub fn largest_content(&self, of_nodes: usize) -> usize {
        match self.caller() {
            Caller::Anyone => ANONYMOUS_CONTENT,
            Caller::Known | Caller::Node(..) | Caller::Administrator(_) => of_nodes,
        }
    }

    /// Returns the clients that may use the endpoint: the only table of permissions.
    fn caller(&self) -> Caller<'_> {
        match self {
            Self::Catalog(node) => Caller::Node(node, AccessRow::Catalog),
            Self::Node(node) => Caller::Node(node, AccessRow::Node),
            Self::Facts(node) => Caller::Node(node, AccessRow::Facts),
            Self::Report(node) => Caller::Node(node, AccessRow::Report),
            Self::FileMetadata(_) | Self::FileMetadatas(_) | Self::FileContent(_) | Self::Environments => Caller::Known,
            Self::Expirations | Self::Renewal | Self::Bucket(_) | Self::StaticContent(_) | Self::Other(_) => {
                Caller::Known
            }
            Self::EnvironmentClasses => Caller::Administrator(AccessRow::EnvironmentClasses),
            Self::CertificateStatus(_)
            | Self::CertificateStatuses
            | Self::ChangeCertificate(_)
            | Self::DeleteCertificate(_) => Caller::Administrator(AccessRow::CertificateStatus),
            Self::Clean => Caller::Administrator(AccessRow::Clean),
            Self::Query(_) | Self::Metric(_) => Caller::Administrator(AccessRow::Query),
            Self::Command => Caller::Administrator(AccessRow::Command),
            Self::DatabaseVersion | Self::DatabaseTime | Self::NextRun => Caller::Known,
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
    pub fn refusal(&self, request: &ApiRequest, is_exception: impl FnOnce(AccessRow) -> bool) -> Option<Reply> {
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
    use http::{HeaderMap, Method};

    use super::*;
    use crate::request::Client;

    #[test]
    fn exceptions_are_for_names_of_nodes() {
        let client = Client::new(([127, 0, 0, 1], 1).into(), ([127, 0, 0, 1], 2).into(), None);
        let refusal = |path: &str, is_exception: bool| {
            let request =
                ApiRequest::new(Method::GET, &path.parse().unwrap(), HeaderMap::new(), client.clone()).unwrap();
            let endpoint = Route::parse(&request.method, &request.path).unwrap();
            endpoint.refusal(&request, |_| is_exception).map(|reply| reply.status)
        };
        assert_eq!(refusal("/puppet/v3/catalog/a.b", true), None);
        assert_eq!(refusal("/puppet/v3/catalog/a.b", false), Some(403));
        assert_eq!(refusal("/puppet/v3/catalog/a/b", true), Some(403));
        assert_eq!(refusal("/puppet-ca/v1/certificate_statuses/all", true), None);
    }
}
