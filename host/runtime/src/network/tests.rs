//! Tests of `network`, against servers on the local host.

use std::io::Read as _;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// Starts a server for one connection and returns its port.
fn host(wrap: impl FnOnce(std::net::TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        if let Ok((stream, _)) = listener.accept() {
            wrap(stream);
        }
    });
    port
}

fn answer(stream: &mut (impl io::Read + io::Write)) {
    let mut request = [0; 1024];
    let _ = stream.read(&mut request);
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello");
}

fn get(network: &HttpClient, url: &str, addresses: &[IpAddr]) -> Result<String, HttpFailure> {
    let url = Url::parse(url).unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    let request = OutgoingRequest { method: Method::GET, url: &url, headers: &[], body: None, addresses, deadline };
    let mut text = String::new();
    network.exchange(request)?.into_body().into_reader().read_to_string(&mut text)?;
    Ok(text)
}

#[test]
fn host_name_is_resolved_once() {
    let looked_up = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&looked_up);
    let resolver: HostResolver = Arc::new(move |_| {
        // The name resolves to another address each time.
        let first = count.fetch_add(1, Ordering::SeqCst) == 0;
        Ok(vec![if first { Ipv4Addr::LOCALHOST.into() } else { Ipv4Addr::new(169, 254, 169, 254).into() }])
    });
    let network = HttpClient::new(resolver, &[]);
    let port = host(|mut stream| answer(&mut stream));
    let url = format!("http://rebound.test:{port}/");
    let addresses = network.resolve(&Url::parse(&url).unwrap(), Instant::now() + Duration::from_secs(10)).unwrap();
    assert_eq!(get(&network, &url, &addresses).unwrap(), "hello");
    assert_eq!(looked_up.load(Ordering::SeqCst), 1);
}

#[test]
fn host_lookup_times_out() {
    let (release, blocked) = mpsc::channel::<()>();
    let blocked = std::sync::Mutex::new(blocked);
    let network = HttpClient::new(
        Arc::new(move |_| {
            let _ = blocked.lock().map(|blocked| blocked.recv());
            Ok(Vec::new())
        }),
        &[],
    );
    let url = Url::parse("https://slow.test/").unwrap();
    let answer = network.resolve(&url, Instant::now() + Duration::from_millis(50));
    assert!(matches!(answer, Err(HttpFailure::Timeout)), "{answer:?}");
    drop(release);
}

/// Starts a TLS server with a certificate for `localhost`.
fn secure_host() -> u16 {
    use rustls::pki_types::pem::PemObject as _;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let certificate = CertificateDer::from_pem_slice(include_bytes!("tests/localhost.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tests/localhost.key")).unwrap();
    let config = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    host(move |stream| {
        let connection = rustls::ServerConnection::new(Arc::new(config)).unwrap();
        answer(&mut rustls::StreamOwned::new(connection, stream));
    })
}

/// Returns a client that trusts the certificates in a file.
fn trusting(file: &str) -> HttpClient {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/network/tests").join(file);
    HttpClient::new(Arc::new(|_| Ok(Vec::new())), &[("SSL_CERT_FILE".into(), path.into())])
}

#[test]
fn host_certificate_is_verified() {
    let here: [IpAddr; 1] = [Ipv4Addr::LOCALHOST.into()];
    let url = |name: &str| format!("https://{name}:{}/", secure_host());
    assert_eq!(get(&trusting("authority.pem"), &url("localhost"), &here).unwrap(), "hello");
    // Other host name, other certificate authority, no certificates.
    for (network, name, reason) in [
        (trusting("authority.pem"), "other.test", "not valid for name"),
        (trusting("stranger.pem"), "localhost", "UnknownIssuer"),
        (trusting("nothing.pem"), "localhost", "no trusted certificates are installed"),
    ] {
        match get(&network, &url(name), &here) {
            Err(HttpFailure::Other(message)) => assert!(message.contains(reason), "{message}"),
            other => panic!("{other:?}"),
        }
    }
}
