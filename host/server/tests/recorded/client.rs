//! A client that sends requests as they are, with the certificates of the recordings.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// A request.
pub(crate) struct RawRequest {
    /// The name in the certificate; `None` without one.
    pub(crate) client: Option<String>,
    /// The method, the path and the version of HTTP.
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) content: Option<Vec<u8>>,
}

/// A reply; status 0 if the server closed the connection.
pub(crate) struct RawReply {
    pub(crate) status: u16,
    /// The status line and the header, in lower case.
    pub(crate) head: String,
    pub(crate) content: Vec<u8>,
}

/// Clients by the name in their certificate.
pub(crate) struct Clients {
    address: SocketAddr,
    directory: PathBuf,
    configurations: Mutex<BTreeMap<Option<String>, Arc<ClientConfig>>>,
}

impl Clients {
    pub(crate) fn new(address: SocketAddr, directory: &Path) -> Self {
        Self { address, directory: directory.to_owned(), configurations: Mutex::default() }
    }

    fn configuration(&self, name: &Option<String>) -> Arc<ClientConfig> {
        let mut known = self.configurations.lock().unwrap();
        if let Some(known) = known.get(name) {
            return Arc::clone(known);
        }
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_file_iter(self.directory.join("certs/ca.pem")).unwrap() {
            roots.add(certificate.unwrap()).unwrap();
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let builder = builder.with_root_certificates(roots);
        let config = match name {
            None => builder.with_no_client_auth(),
            Some(name) => {
                let file = |kind: &str| self.directory.join(kind).join(format!("{name}.pem"));
                let chain = CertificateDer::pem_file_iter(file("certs")).unwrap().map(Result::unwrap).collect();
                let key = PrivateKeyDer::from_pem_file(file("private_keys")).unwrap();
                builder.with_client_auth_cert(chain, key).unwrap()
            }
        };
        let config = Arc::new(config);
        known.insert(name.clone(), Arc::clone(&config));
        config
    }

    /// Sends a request on a connection of its own.
    pub(crate) fn send(&self, request: &RawRequest) -> RawReply {
        let name = "puppet.example.com".try_into().unwrap();
        let connection = ClientConnection::new(self.configuration(&request.client), name).unwrap();
        let mut stream = StreamOwned::new(connection, TcpStream::connect(self.address).unwrap());
        let mut head = format!("{}\r\nHost: localhost\r\nConnection: close\r\n", request.line);
        for (name, value) in &request.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(content) = &request.content {
            head.push_str(&format!("Content-Length: {}\r\n", content.len()));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend(request.content.iter().flatten());
        // The server can close the connection before it has read everything.
        let _ = stream.write_all(&bytes).and_then(|()| stream.flush());
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        parsed(&reply)
    }
}

fn parsed(reply: &[u8]) -> RawReply {
    let end = reply.windows(4).position(|part| part == b"\r\n\r\n");
    let Some(end) = end else { return RawReply { status: 0, head: String::new(), content: Vec::new() } };
    let head = String::from_utf8_lossy(&reply[..end]);
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let content = &reply[end + 4..];
    let head = head.to_ascii_lowercase();
    let is_chunked = head.contains("transfer-encoding: chunked");
    let content = if is_chunked { joined(content) } else { content.to_vec() };
    RawReply { status, head, content }
}

/// Joins the chunks of a content.
fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    while let Some(end) = chunks.windows(2).position(|part| part == b"\r\n") {
        let size = usize::from_str_radix(str::from_utf8(&chunks[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        content.extend(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[end + 4 + size..];
    }
    content
}
