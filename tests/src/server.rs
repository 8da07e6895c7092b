//! An HTTP server for tests: listens on the loopback address, sends the given responses, and records the requests.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;

/// A response of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A body, with status 200.
    Body(Vec<u8>),
    /// A body with an `ETag`.
    Tagged(String, Vec<u8>),
    /// A status without a body.
    Status(u16),
    /// A redirect with status 302.
    Redirect(String),
    /// A body that is shorter than its declared length.
    Half(Vec<u8>),
    /// A body whose second half is sent once this named pipe is opened for writing.
    InHalves(Vec<u8>, PathBuf),
    /// No response; the connection stays open.
    Silence,
}

/// A server that listens until the test ends.
#[derive(Debug)]
pub struct Server {
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server with a given response for each path.
    ///
    /// # Panics
    /// Panics if no port is available.
    pub fn start(answer: impl Fn(&str) -> Answer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("a free port").port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&requests);
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming().flatten() {
                // A client that disconnects early is not an error of the server.
                silent.extend(serve(stream, &answer, &recorded).unwrap_or_default());
            }
        });
        Self { port, requests }
    }

    /// Returns the URL of a path.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Returns the port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the unmodified requests: request line, headers, body.
    ///
    /// # Panics
    /// Panics if the server has panicked.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("the server has not panicked").clone()
    }
}

/// Responds to one request. Returns the stream if the request is to remain unanswered.
fn serve(
    stream: TcpStream,
    answer: &impl Fn(&str) -> Answer,
    requests: &Mutex<Vec<String>>,
) -> std::io::Result<Option<TcpStream>> {
    let mut reader = BufReader::new(&stream);
    let mut text = String::new();
    while reader.read_line(&mut text)? > 2 {}
    let length = text.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
    let is_head = text.starts_with("HEAD ");
    requests.lock().expect("no thread has panicked").push(text + &String::from_utf8_lossy(&body));
    let mut writer = &stream;
    match answer(&path) {
        Answer::Body(body) => {
            write!(writer, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
            writer.write_all(if is_head { b"" } else { &body })?;
        }
        Answer::Tagged(tag, body) => {
            write!(
                writer,
                "HTTP/1.1 200 OK\r\nETag: \"{tag}\"\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            )?;
            writer.write_all(if is_head { b"" } else { &body })?;
        }
        Answer::Status(status) => {
            write!(writer, "HTTP/1.1 {status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?;
        }
        Answer::Redirect(to) => {
            write!(writer, "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?;
        }
        Answer::Half(body) => {
            write!(writer, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len() * 2)?;
            writer.write_all(&body)?;
        }
        Answer::InHalves(body, pipe) => {
            write!(writer, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
            if !is_head {
                let (first, second) = body.split_at(body.len() / 2);
                writer.write_all(first)?;
                let _ = File::open(&pipe)?;
                writer.write_all(second)?;
            }
        }
        Answer::Silence => return Ok(Some(stream)),
    }
    Ok(None)
}
