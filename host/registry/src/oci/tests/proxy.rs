//! Proxy for tests: every connection leads to the test registry, which presents its certificate.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::server::{Server, Stream};

/// Starts a proxy with a fixed response to CONNECT; returns it with the recorded requests.
pub(super) fn start(answer: &'static str) -> (Server, Arc<Mutex<Vec<String>>>) {
    let requests = Arc::new(Mutex::new(Vec::new()));
    let recorded = requests.clone();
    let tls = Arc::new(tls());
    let wrap = move |mut stream: TcpStream| -> Box<dyn Stream> {
        recorded.lock().unwrap().push(head(&mut stream));
        let _ = stream.write_all(answer.as_bytes());
        Box::new(StreamOwned::new(ServerConnection::new(tls.clone()).unwrap(), stream))
    };
    (Server::wrapped(Arc::new(wrap)), requests)
}

fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read == 1) {
        head.push(byte[0]);
    }
    String::from_utf8(head).unwrap()
}

fn tls() -> ServerConfig {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("registry.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("key.pem")).unwrap();
    ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap()
}
