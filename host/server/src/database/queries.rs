//! Queries of PuppetDB's API. Rows are sent while they are read.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use fleet::{QueryRequest, Retention, Store, StoreError, Time};
use http_body_util::BodyExt as _;
use hyper::body::Bytes;
use puppet::{ApiRequest, Content, Reply, Route, TEXT};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::app::App;
use crate::connection::ChannelBody;

/// Parts of this size are sent at once.
const PART: usize = 64 << 10;

/// How long a client may take to receive a part: rows that are not sent keep old versions of the data in the database.
const CLIENT_TIME: Duration = Duration::from_secs(60);

/// Answers a query.
pub(crate) async fn query(app: &App, request: &ApiRequest) -> Reply {
    let Some(store) = app.store.clone() else { return Reply::no_endpoint(&request.path) };
    let parameters = match request.method == hyper::Method::POST && request.content_type() == "application/json" {
        true => match fleet::body_parameters(&request.content) {
            Ok(parameters) => parameters,
            Err(error) => return Reply::new(400, TEXT, error.to_string()),
        },
        false => request.parameters.clone(),
    };
    let path = request.encoded_path.strip_prefix(Route::QUERY).unwrap_or_default().to_owned();
    let (head, begun) = oneshot::channel();
    let (sender, rows) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let mut stream = ReplyStream { head: Some(head), sender, part: Vec::new() };
        stream.answer(&*store, &path, &parameters);
    });
    match begun.await {
        Ok(Ok(Head { status, content_type, records })) => Reply {
            status,
            content_type: Cow::Borrowed(content_type),
            fields: records.map(|records| ("x-records", records.to_string())).into_iter().collect(),
            content: Content::Stream(ChannelBody(rows).boxed()),
        },
        Ok(Err(error)) => {
            app.log.error(format!("A query failed: {error}"));
            match error {
                StoreError::Timeout | StoreError::Unreachable { .. } => Reply::text(503, error.to_string()),
                other => Reply::failed(&other.to_string()),
            }
        }
        Err(_) => Reply::failed("The query was not answered"),
    }
}

/// The head of a reply.
struct Head {
    status: u16,
    content_type: &'static str,
    records: Option<u64>,
}

/// Sends a reply in parts.
struct ReplyStream {
    head: Option<oneshot::Sender<Result<Head, StoreError>>>,
    sender: mpsc::Sender<io::Result<Bytes>>,
    part: Vec<u8>,
}

impl ReplyStream {
    fn answer(&mut self, store: &dyn Store, path: &str, parameters: &[(String, String)]) {
        let request =
            QueryRequest { path, parameters, inactive_since: Retention::default().inactive_since(Time::now()) };
        let answered = fleet::answer(store, request, self);
        match (answered, self.head.take()) {
            // Nobody receives it if the client is gone.
            (Ok(()), _) if !self.part.is_empty() => {
                let _ = self.send();
            }
            (Ok(()), _) => {}
            (Err(error), Some(head)) => drop(head.send(Err(error))),
            (Err(error), None) => drop(self.sender.blocking_send(Err(io::Error::other(error)))),
        }
    }

    fn send(&mut self) -> ControlFlow<()> {
        let part = std::mem::take(&mut self.part);
        let sent = Handle::current().block_on(timeout(CLIENT_TIME, self.sender.send(Ok(Bytes::from(part)))));
        if matches!(sent, Ok(Ok(()))) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl fleet::QueryReply for ReplyStream {
    fn head(&mut self, status: u16, content_type: &'static str, records: Option<u64>) {
        if let Some(head) = self.head.take() {
            drop(head.send(Ok(Head { status, content_type, records })));
        }
    }

    fn content(&mut self, text: &str) -> ControlFlow<()> {
        self.part.extend(text.as_bytes());
        if self.part.len() < PART { ControlFlow::Continue(()) } else { self.send() }
    }
}
