//! Threads that compile catalogs, with a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use crate::reply::Reply;

/// The stack of a thread. Deep manifests continue on further stacks.
const STACK: usize = 8 << 20;

/// Work that results in a reply.
type Work = Box<dyn FnOnce() -> Reply + Send>;

/// The threads.
pub(crate) struct CompilePool {
    queue: SyncSender<(Work, oneshot::Sender<Reply>)>,
}

impl CompilePool {
    /// Starts threads. At most `waiting` requests wait for one of them.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn start(threads: usize, waiting: usize) -> std::io::Result<Self> {
        let (queue, requests) = sync_channel(waiting);
        let requests = Arc::new(Mutex::new(requests));
        for number in 0..threads.max(1) {
            let requests = Arc::clone(&requests);
            let thread = thread::Builder::new().name(format!("compile-{number}")).stack_size(STACK);
            thread.spawn(move || serve(&requests))?;
        }
        Ok(Self { queue })
    }

    /// Runs work in one of the threads. Returns `None` if too many requests wait.
    pub(crate) async fn run(&self, work: impl FnOnce() -> Reply + Send + 'static) -> Option<Reply> {
        let (sender, receiver) = oneshot::channel();
        match self.queue.try_send((Box::new(work), sender)) {
            Ok(()) => Some(receiver.await.unwrap_or_else(|_| Reply::failed("the compilation ended unexpectedly"))),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => None,
        }
    }
}

fn serve(requests: &Mutex<Receiver<(Work, oneshot::Sender<Reply>)>>) {
    loop {
        let next = requests.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((work, sender)) = next else { return };
        if sender.is_closed() {
            // The client is gone.
            continue;
        }
        let reply = catch_unwind(AssertUnwindSafe(work));
        let reply = reply.unwrap_or_else(|_| Reply::failed("the compilation ended unexpectedly"));
        // The client can be gone.
        let _ = sender.send(reply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "current_thread")]
    async fn request_is_refused_if_too_many_wait() {
        let pool = Arc::new(CompilePool::start(1, 1).unwrap());
        let (release, gate) = std::sync::mpsc::channel::<()>();
        let blocked = move || {
            gate.recv().unwrap();
            Reply::text(200, "")
        };
        let first = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.run(blocked).await }
        });
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let second = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.run(|| Reply::text(200, "")).await }
        });
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        assert!(pool.run(|| Reply::text(200, "")).await.is_none());
        release.send(()).unwrap();
        assert!(first.await.unwrap().is_some() && second.await.unwrap().is_some());
    }

    #[tokio::test(flavor = "current_thread")]
    async fn panic_ends_one_request() {
        let pool = CompilePool::start(1, 4).unwrap();
        assert_eq!(pool.run(|| panic!("a defect")).await.unwrap().status, 500);
        assert_eq!(pool.run(|| Reply::text(200, "")).await.unwrap().status, 200);
    }
}
