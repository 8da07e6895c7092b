//! A small upstream server, which answers as a test requests.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig, ServerConnection, StreamOwned};

/// A request that arrived.
#[derive(Debug, Clone)]
pub(crate) struct SeenRequest {
    pub(crate) method: String,
    pub(crate) target: String,
    /// The fields by their names in lower case.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) content: Vec<u8>,
}

/// How the server behaves.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// It sends a reply.
    Reply(u16, &'static str, Vec<u8>),
    /// It closes the connection.
    Close,
    /// It closes the connection in the middle of a reply.
    Half,
    /// It never answers.
    Silence,
}

type Behaviour = dyn Fn(&SeenRequest) -> Answer + Send + Sync;

/// A server in threads that end with the process.
pub(crate) struct FakeServer {
    pub(crate) address: SocketAddr,
    pub(crate) requests: Arc<Mutex<Vec<SeenRequest>>>,
    pub(crate) connections: Arc<AtomicUsize>,
}

impl FakeServer {
    /// Starts a server with the certificate of a name in a directory, which requires certificates of clients.
    pub(crate) fn start(
        ssl: &Path,
        name: &str,
        behaviour: impl Fn(&SeenRequest) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let config = Arc::new(configuration(ssl, name));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = Self { address, requests: Arc::default(), connections: Arc::default() };
        let (requests, connections) = (Arc::clone(&server.requests), Arc::clone(&server.connections));
        let behaviour: Arc<Behaviour> = Arc::new(behaviour);
        thread::spawn(move || {
            for stream in listener.incoming() {
                connections.fetch_add(1, Ordering::SeqCst);
                let stream = StreamOwned::new(ServerConnection::new(Arc::clone(&config)).unwrap(), stream.unwrap());
                let (requests, behaviour) = (Arc::clone(&requests), Arc::clone(&behaviour));
                thread::spawn(move || serve(stream, &requests, &*behaviour));
            }
        });
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("https://localhost:{}", self.address.port())
    }

    pub(crate) fn seen(&self) -> Vec<SeenRequest> {
        self.requests.lock().unwrap().clone()
    }
}

fn configuration(ssl: &Path, name: &str) -> ServerConfig {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(ssl.join("certs/ca.pem")).unwrap() {
        roots.add(certificate.unwrap()).unwrap();
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build().unwrap();
    let chain = CertificateDer::pem_file_iter(ssl.join(format!("certs/{name}.pem"))).unwrap();
    ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_client_cert_verifier(verifier)
        .with_single_cert(
            chain.map(Result::unwrap).collect(),
            PrivateKeyDer::from_pem_file(ssl.join(format!("private_keys/{name}.pem"))).unwrap(),
        )
        .unwrap()
}

/// Answers the requests of a connection.
fn serve(stream: StreamOwned<ServerConnection, TcpStream>, requests: &Mutex<Vec<SeenRequest>>, behaviour: &Behaviour) {
    let mut stream = BufReader::new(stream);
    while let Some(request) = read(&mut stream) {
        let answer = behaviour(&request);
        requests.lock().unwrap().push(request);
        let out = stream.get_mut();
        match answer {
            Answer::Reply(status, content_type, content) => {
                let size = content.len();
                let field =
                    if content_type.is_empty() { String::new() } else { format!("Content-Type: {content_type}\r\n") };
                let head =
                    format!("HTTP/1.1 {status} X\r\n{field}X-Puppet-Version: 7.99\r\nContent-Length: {size}\r\n\r\n");
                let sent = out.write_all(head.as_bytes()).and_then(|()| out.write_all(&content));
                if sent.and_then(|()| out.flush()).is_err() {
                    return;
                }
            }
            Answer::Half => {
                let _ = out.write_all(b"HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhalf").and_then(|()| out.flush());
                return;
            }
            Answer::Close => return,
            Answer::Silence => thread::park(),
        }
    }
}

/// Reads a request; `None` at the end of the connection.
fn read(stream: &mut BufReader<StreamOwned<ServerConnection, TcpStream>>) -> Option<SeenRequest> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let (first, fields) = lines.split_first()?;
    let mut words = first.split(' ').map(str::to_owned);
    let (method, target) = (words.next()?, words.next()?);
    let fields = fields.iter().filter_map(|line| line.split_once(": "));
    let headers: BTreeMap<_, _> = fields.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut content = vec![0; length];
    stream.read_exact(&mut content).ok()?;
    Some(SeenRequest { method, target, headers, content })
}
