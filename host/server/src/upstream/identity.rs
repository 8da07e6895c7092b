//! The header fields with which a proxy that ends TLS names the client to puppetserver (its setting `allow-header-cert-info`).

use hyper::header::{HeaderName, HeaderValue};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use puppet::Client;

const VERIFY: HeaderName = HeaderName::from_static("x-client-verify");
const SUBJECT: HeaderName = HeaderName::from_static("x-client-dn");
const CERTIFICATE: HeaderName = HeaderName::from_static("x-client-cert");

/// Returns the fields of a client whose certificate this server has verified, or of one without a certificate.
pub(super) fn fields(client: &Client) -> Vec<(HeaderName, HeaderValue)> {
    let verified = client.name().zip(client.certificate.as_ref()).and_then(|(name, certificate)| {
        let certificate = certificate.to_pem();
        let certificate = utf8_percent_encode(&certificate, NON_ALPHANUMERIC).to_string();
        Some((HeaderValue::try_from(format!("CN={name}")).ok()?, HeaderValue::try_from(certificate).ok()?))
    });
    match verified {
        Some((subject, certificate)) => {
            vec![(VERIFY, HeaderValue::from_static("SUCCESS")), (SUBJECT, subject), (CERTIFICATE, certificate)]
        }
        None => vec![(VERIFY, HeaderValue::from_static("NONE"))],
    }
}
