//! A registry for tests: it stores uploads, and misbehaves on request.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::digest::Digest;

/// A recorded request.
#[derive(Debug, Clone)]
pub(super) struct RecordedRequest {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) body: Vec<u8>,
}

/// Misbehaviour of the server.
pub(super) enum Fault {
    /// Responds with this status, additional header lines and body.
    Answer(u16, String, Vec<u8>),
    /// Sends the first half of the correct response.
    Half,
    /// Changes one byte of the correct response's body.
    Changed,
    /// Continues the correct response endlessly, without a length.
    Endless,
    /// Sends the response slowly, byte by byte.
    Slow,
    /// Closes the connection.
    Gone,
}

/// Decides on the misbehaviour for each request; the number is that of earlier requests.
type Judge = dyn Fn(usize, &RecordedRequest) -> Option<Fault> + Send + Sync;

/// The content of the registry.
#[derive(Default)]
struct Content {
    blobs: BTreeMap<String, Vec<u8>>,
    manifests: BTreeMap<String, Vec<u8>>,
    requests: Vec<RecordedRequest>,
}

/// A registry on this system.
pub(super) struct Server {
    pub(super) host: String,
    content: Arc<Mutex<Content>>,
    judge: Arc<Mutex<Arc<Judge>>>,
}

impl Server {
    /// Starts a well-behaved server.
    pub(super) fn start() -> Self {
        Self::wrapped(Arc::new(|stream| Box::new(stream)))
    }

    /// Starts a server whose connections are wrapped, for example in TLS.
    pub(super) fn wrapped(wrap: Arc<dyn Fn(TcpStream) -> Box<dyn Stream> + Send + Sync>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let content = Arc::new(Mutex::new(Content::default()));
        let judge: Arc<Mutex<Arc<Judge>>> = Arc::new(Mutex::new(Arc::new(|_, _: &RecordedRequest| None)));
        let server = Self { host, content: content.clone(), judge: judge.clone() };
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (wrap, content, judge) = (wrap.clone(), content.clone(), judge.clone());
                thread::spawn(move || serve(wrap(stream.unwrap()), &content, &judge));
            }
        });
        server
    }

    /// Sets the misbehaviour, and restarts the count of requests.
    pub(super) fn judge(&self, judge: impl Fn(usize, &RecordedRequest) -> Option<Fault> + Send + Sync + 'static) {
        *self.judge.lock().unwrap() = Arc::new(judge);
        self.content.lock().unwrap().requests.clear();
    }

    /// Returns the recorded requests.
    pub(super) fn requests(&self) -> Vec<RecordedRequest> {
        self.content.lock().unwrap().requests.clone()
    }

    /// Removes all content.
    pub(super) fn clear(&self) {
        *self.content.lock().unwrap() = Content::default();
    }
}

/// A connection.
pub(super) trait Stream: Read + Write {}

impl<S: Read + Write> Stream for S {}

fn serve(stream: Box<dyn Stream>, content: &Mutex<Content>, judge: &Mutex<Arc<Judge>>) {
    let mut stream = BufReader::new(stream);
    let Some(request) = read(&mut stream) else { return };
    let judge = judge.lock().unwrap().clone();
    let number = {
        let earlier = &mut content.lock().unwrap().requests;
        earlier.push(request.clone());
        earlier.len() - 1
    };
    let fault = judge(number, &request);
    // A replaced response has no effect on the content.
    let (status, headers, body) = match fault {
        Some(Fault::Answer(status, headers, body)) => return answer(&mut stream, &request, status, &headers, &body),
        Some(Fault::Gone) => return,
        _ => content.lock().unwrap().answer(&request),
    };
    let out = stream.get_mut();
    let head = |length: usize| {
        format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n")
    };
    // The client may have closed the connection.
    let _ = match fault {
        Some(Fault::Half) => {
            out.write_all(head(body.len()).as_bytes()).and_then(|()| out.write_all(&body[..body.len() / 2]))
        }
        Some(Fault::Changed) => {
            let mut changed = body.clone();
            if let Some(last) = changed.last_mut() {
                *last ^= 1;
            }
            out.write_all(head(body.len()).as_bytes()).and_then(|()| out.write_all(&changed))
        }
        Some(Fault::Endless) => {
            let head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\n{headers}\r\n");
            let _ = out.write_all(head.as_bytes());
            while out.write_all(&[b' '; 1 << 16]).is_ok() {}
            Ok(())
        }
        Some(Fault::Slow) => {
            let _ = out.write_all(head(body.len()).as_bytes());
            for byte in body {
                let _ = out.write_all(&[byte]).and_then(|()| out.flush());
                thread::sleep(Duration::from_millis(40));
            }
            Ok(())
        }
        _ => return answer(&mut stream, &request, status, &headers, &body),
    };
    let _ = stream.get_mut().flush();
}

fn answer(stream: &mut BufReader<Box<dyn Stream>>, request: &RecordedRequest, status: u16, headers: &str, body: &[u8]) {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n");
    let body = if request.method == "HEAD" { &[][..] } else { body };
    let out = stream.get_mut();
    let _ = out.write_all(head.as_bytes()).and_then(|()| out.write_all(body)).and_then(|()| out.flush());
}

fn read(stream: &mut impl std::io::BufRead) -> Option<RecordedRequest> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(RecordedRequest { method, path, headers, body })
}

impl Content {
    /// Handles a request like a registry.
    fn answer(&mut self, request: &RecordedRequest) -> (u16, String, Vec<u8>) {
        let none = |status: u16| (status, String::new(), Vec::new());
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        if let Some((repository, "list")) = path.split_once("/tags/") {
            return self.tags(repository, query);
        }
        if let Some((repository, tag)) = path.split_once("/manifests/") {
            let key = format!("{repository}:{tag}");
            if request.method == "PUT" {
                self.manifests.insert(key, request.body.clone());
                return none(201);
            }
            return self.manifests.get(&key).map_or_else(|| none(404), |body| (200, String::new(), body.clone()));
        }
        if path.ends_with("/blobs/uploads/") {
            return (202, format!("Location: {path}1?_state=a%2Fb\r\n"), Vec::new());
        }
        if path.contains("/blobs/uploads/") {
            let digest = query.split_once("digest=").map_or("", |(_, digest)| digest).to_owned();
            if digest != Digest::of(&request.body).to_string() || !query.starts_with("_state=a%2Fb&") {
                return none(400);
            }
            self.blobs.insert(digest, request.body.clone());
            return none(201);
        }
        let digest = path.rsplit('/').next().unwrap_or_default();
        self.blobs.get(digest).map_or_else(|| none(404), |body| (200, String::new(), body.clone()))
    }

    /// Returns a page of two tags.
    fn tags(&self, repository: &str, query: &str) -> (u16, String, Vec<u8>) {
        let last = query.split('&').find_map(|field| field.strip_prefix("last=")).unwrap_or_default();
        let of = |key: &String| key.strip_prefix(&format!("{repository}:")).map(str::to_owned);
        let all: Vec<String> = self.manifests.keys().filter_map(of).collect();
        if all.is_empty() {
            return (404, String::new(), br#"{"errors":[{"code":"NAME_UNKNOWN","message":"not known"}]}"#.to_vec());
        }
        let left: Vec<&String> = all.iter().filter(|tag| tag.as_str() > last).collect();
        let page = &left[..left.len().min(2)];
        let mut headers = String::new();
        if left.len() > 2 {
            let _ = write!(headers, "Link: <{repository}/tags/list?n=2&last={}>; rel=\"next\"\r\n", page[1]);
        }
        (200, headers, serde_json::json!({ "name": repository, "tags": page }).to_string().into_bytes())
    }
}
