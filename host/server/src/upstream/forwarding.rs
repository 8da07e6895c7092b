//! Requests that the upstream server answers.

use hyper::Method;
use puppet::Route;

use super::UpstreamRole;

/// Determines the endpoint of a request that only the upstream server can answer: any path of the APIs for agents.
pub(crate) fn route(role: UpstreamRole, method: &Method, path: &str) -> Option<Route> {
    let is_found = role == UpstreamRole::Shadow && *method == Method::GET && path.starts_with("/puppet/");
    is_found.then(|| Route::Other(path.to_owned()))
}

/// Returns whether the upstream server answers a request: the only table of forwarded requests. The fallback server receives
/// requests for catalogs and for contents of files in a version of the code too, once they have failed here.
pub(crate) fn is_forwarded(endpoint: &Route, role: UpstreamRole, has_authority: bool) -> bool {
    match endpoint {
        Route::Other(_) => true,
        Route::Status(_) | Route::Service(_) | Route::Services => false,
        Route::Query(_) | Route::Command | Route::Metric(_) | Route::NextRun => false,
        Route::DatabaseVersion | Route::DatabaseTime => false,
        Route::Certificate(_)
        | Route::Revocations
        | Route::SubmitRequest(_)
        | Route::WaitingRequest(_)
        | Route::CertificateStatus(_)
        | Route::CertificateStatuses
        | Route::ChangeCertificate(_)
        | Route::DeleteCertificate(_)
        | Route::Clean
        | Route::Expirations
        | Route::Renewal => !has_authority,
        Route::Catalog(_)
        | Route::Node(_)
        | Route::Facts(_)
        | Route::Report(_)
        | Route::FileMetadata(_)
        | Route::FileMetadatas(_)
        | Route::FileContent(_)
        | Route::StaticContent(_)
        | Route::Bucket(_)
        | Route::Environments
        | Route::EnvironmentClasses => role == UpstreamRole::Shadow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_forwarded_by_role_and_authority() {
        let (catalog, content) = (Route::Catalog("a".to_owned()), Route::StaticContent("a".to_owned()));
        for endpoint in [catalog, content] {
            assert!(is_forwarded(&endpoint, UpstreamRole::Shadow, true));
            assert!(!is_forwarded(&endpoint, UpstreamRole::Fallback, true), "it is answered here first");
        }
        for role in [UpstreamRole::Shadow, UpstreamRole::Fallback] {
            for endpoint in [Route::Revocations, Route::Expirations, Route::Renewal] {
                assert!(is_forwarded(&endpoint, role, false) && !is_forwarded(&endpoint, role, true));
            }
            for endpoint in [Route::Status("a".to_owned()), Route::Service("a".to_owned()), Route::Services] {
                assert!(!is_forwarded(&endpoint, role, false));
            }
        }
        let found = |role, method, path| route(role, &method, path).is_some();
        assert!(found(UpstreamRole::Shadow, Method::GET, "/puppet/v3/tasks"));
        assert!(!found(UpstreamRole::Fallback, Method::GET, "/puppet/v3/tasks"));
        assert!(!found(UpstreamRole::Shadow, Method::POST, "/puppet/v4/catalog"));
        assert!(!found(UpstreamRole::Shadow, Method::GET, "/puppet-admin-api/v1/jruby-pool"));
    }
}
