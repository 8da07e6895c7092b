//! Connections: limits, TLS, HTTP, and the conversion of requests and replies.

use std::convert::Infallible;
use std::io::Read as _;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::service::service_fn;
use hyper::{Request as HttpRequest, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use identity::Certificate;
use puppet::{ApiRequest, Client, Content, Reply};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::app::App;

/// How long a client may take for the handshake, and for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(20);

/// How long a client may take to send the content of a request.
const CONTENT_TIME: Duration = Duration::from_secs(120);

/// The largest head of a request.
const HEAD: usize = 128 << 10;

/// Files of this size are sent in one piece.
const PIECE: u64 = 256 << 10;

/// Serves a connection until the client closes it, or until the current request is answered when the server stops.
///
/// Thousands of nodes wait for jobs: what only a part of the connection needs is boxed, so that it takes no memory afterwards.
pub(crate) async fn serve(stream: TcpStream, address: SocketAddr, app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let Some((stream, client)) = Box::pin(handshake(stream, address, &app)).await else { return };
    let service = service_fn(|request| {
        let (app, client) = (Arc::clone(&app), client.clone());
        Box::pin(async move { Ok::<_, Infallible>(response(answer(app, client, request).await)) })
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = Box::pin(connection);
    let stopped = async { drop(stop.wait_for(|stop| *stop).await) };
    let served = tokio::select! {
        served = connection.as_mut() => Some(served),
        () = stopped => None,
    };
    let served = match served {
        Some(served) => served,
        None => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        app.log.debug(format!("{}: the connection ended: {error}", address.ip()));
    }
}

/// Returns the encrypted stream and the client, unless the client does not complete the handshake.
async fn handshake(stream: TcpStream, address: SocketAddr, app: &App) -> Option<(TlsStream<TcpStream>, Client)> {
    // Replies are written in one piece.
    let _ = stream.set_nodelay(true);
    let server = stream.local_addr().ok()?;
    let (config, error) = app.tls.current();
    if let Some(error) = error {
        app.log
            .error(format!("The certificates of the server cannot be read again, the former remain in use: {error:#}"));
    }
    let failed = |reason: String| app.log.info(format!("{}: no connection: {reason}", address.ip()));
    let stream = match timeout(HEAD_TIME, TlsAcceptor::from(config).accept(stream)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => {
            failed(error.to_string());
            return None;
        }
        Err(_) => {
            failed("the handshake took too long".to_owned());
            return None;
        }
    };
    let chain = stream.get_ref().1.peer_certificates();
    let certificate = chain.and_then(|chain| Certificate::from_der(chain.first()?).ok());
    let client = Client::new(address, server, certificate);
    Some((stream, client))
}

/// Answers a request and logs it.
async fn answer(app: Arc<App>, client: Client, request: HttpRequest<Incoming>) -> Reply {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let (address, name) = (client.address.ip(), client.name().unwrap_or("-").to_owned());
    let begin = Instant::now();
    let reply = answered(&app, client, request).await.unwrap_or_else(|reply| reply);
    app.log.access(format!("{address} {name} {method} {path} {} {} ms", reply.status, begin.elapsed().as_millis()));
    reply
}

/// Reads the content of a request that the client may send, and answers it.
async fn answered(app: &Arc<App>, client: Client, request: HttpRequest<Incoming>) -> Result<Reply, Reply> {
    let (request, body) = {
        let (head, body) = request.into_parts();
        // The head refers to the buffer of the connection, which is free again when the fields are.
        (ApiRequest::new(head.method, &head.uri, head.headers, client)?, body)
    };
    let endpoint = app.admit(&request)?;
    let limit = endpoint.largest_content(app.options.request_size);
    let content = match timeout(CONTENT_TIME, Limited::new(body, limit).collect()).await {
        Ok(Ok(content)) => content.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let message = format!("The content of the request has more than {limit} bytes");
            return Err(Reply::text(413, message).with("connection", "close"));
        }
        Ok(Err(_)) => return Err(Reply::text(400, "The request is incomplete").with("connection", "close")),
        Err(_) => return Err(Reply::text(408, "The request was not sent in time").with("connection", "close")),
    };
    Ok(Arc::clone(app).answer(endpoint, request.with_content(content)?).await)
}

fn response(reply: Reply) -> Response<BoxBody<Bytes, std::io::Error>> {
    let mut response = Response::builder().status(reply.status);
    if !reply.content_type.is_empty() {
        response = response.header("content-type", &*reply.content_type);
    }
    if !reply.fields.iter().any(|(name, _)| *name == "x-puppet-version") {
        response = response.header("x-puppet-version", catalog::PUPPET_VERSION);
    }
    for (name, value) in reply.fields {
        response = response.header(name, value);
    }
    let body = match reply.content {
        Content::Bytes(bytes) => Full::new(bytes).map_err(|never| match never {}).boxed(),
        Content::File(file, length) => {
            response = response.header("content-length", length);
            ChannelBody::of_file(file, length).boxed()
        }
        Content::Stream(content) => content,
    };
    // A field that is not valid can only come from a file name.
    response.body(body).unwrap_or_else(|_| {
        let mut failed = Response::new(Full::default().map_err(|never| match never {}).boxed());
        *failed.status_mut() = hyper::StatusCode::INTERNAL_SERVER_ERROR;
        failed
    })
}

/// A content that a thread sends in parts.
pub(crate) struct ChannelBody(pub(crate) mpsc::Receiver<std::io::Result<Bytes>>);

impl ChannelBody {
    /// Returns the content of a file, which a thread reads.
    fn of_file(file: std::fs::File, length: u64) -> Self {
        let (sender, receiver) = mpsc::channel(2);
        tokio::task::spawn_blocking(move || {
            let mut rest = file.take(length);
            loop {
                let mut piece = Vec::new();
                let read = (&mut rest).take(PIECE).read_to_end(&mut piece);
                let is_last = !matches!(read, Ok(size) if size > 0);
                let message = match read {
                    Ok(0) => return,
                    Ok(_) => Ok(Bytes::from(piece)),
                    Err(error) => Err(error),
                };
                // Nobody receives it if the client is gone.
                if sender.blocking_send(message).is_err() || is_last {
                    return;
                }
            }
        });
        Self(receiver)
    }
}

impl Body for ChannelBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
