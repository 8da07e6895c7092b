//! The content of a reply of the upstream server that is passed on while it arrives.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep};

use super::connections::interrupted;

/// The content of a reply. It fails if nothing arrives for some time.
pub(super) struct StreamedContent {
    body: Incoming,
    pause: Duration,
    deadline: Pin<Box<Sleep>>,
}

impl StreamedContent {
    pub(super) fn new(body: Incoming, pause: Duration) -> Self {
        Self { body, pause, deadline: Box::pin(tokio::time::sleep(pause)) }
    }
}

impl Body for StreamedContent {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let next = Instant::now() + self.pause;
            self.deadline.as_mut().reset(next);
            return Poll::Ready(frame.map(|frame| frame.map_err(interrupted)));
        }
        match self.deadline.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into()))),
            Poll::Pending => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
