//! A host for tests: it listens on this system only, sends the given answers, and stores the requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What a host answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A body, with status 200.
    Body(Vec<u8>),
    /// A status without a body.
    Status(u16),
    /// A redirect, by status 302.
    Redirect(String),
    /// Less than it says.
    Half(Vec<u8>),
    /// Nothing, for ever.
    Silence,
}

/// A host that listens until the test ends.
#[derive(Debug)]
pub struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a host with a given answer for each path.
    ///
    /// # Panics
    /// There is no port.
    pub fn start(answer: impl Fn(&str) -> Answer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port of this machine");
        let port = listener.local_addr().expect("a port of this machine").port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&asked);
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming().flatten() {
                // One that hangs up early is no fault of the host's.
                silent.extend(serve(stream, &answer, &heard).unwrap_or_default());
            }
        });
        Self { port, asked }
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

    /// Returns the requests, each as it came: request line, headers, body.
    ///
    /// # Panics
    /// The host has panicked.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("a host that lives").clone()
    }
}

/// Answers one request; returns the stream if the request is not to be answered.
fn serve(
    stream: TcpStream,
    answer: &impl Fn(&str) -> Answer,
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<Option<TcpStream>> {
    let mut reader = BufReader::new(&stream);
    let mut text = String::new();
    while reader.read_line(&mut text)? > 2 {}
    let length = text.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
    let is_head = text.starts_with("HEAD ");
    asked.lock().expect("a test that lives").push(text + &String::from_utf8_lossy(&body));
    let mut writer = &stream;
    match answer(&path) {
        Answer::Body(body) => {
            write!(writer, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
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
        Answer::Silence => return Ok(Some(stream)),
    }
    Ok(None)
}
