//! Threads that compile catalogs, with a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use thiserror::Error;
use tokio::sync::oneshot;

/// The stack of a thread. Deep manifests continue on further stacks.
const STACK: usize = 8 << 20;

type Work = Box<dyn FnOnce() + Send>;

/// Work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum PoolError {
    #[error("too many requests wait")]
    Full,
    #[error("the request ended unexpectedly")]
    Panic,
}

/// The threads.
pub(crate) struct CompilePool {
    queue: SyncSender<Work>,
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

    /// Runs work in one of the threads and returns its result. Work whose client is gone is not begun.
    ///
    /// # Errors
    /// Returns an error if too many requests wait, or the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let (sender, receiver) = oneshot::channel();
        self.submit(move || {
            if !sender.is_closed() {
                // The client can be gone.
                let _ = sender.send(work());
            }
        })?;
        receiver.await.map_err(|_| PoolError::Panic)
    }

    /// Runs work in one of the threads, without a result.
    ///
    /// # Errors
    /// Returns an error if too many requests wait.
    pub(crate) fn submit(&self, work: impl FnOnce() + Send + 'static) -> Result<(), PoolError> {
        self.queue.try_send(Box::new(work)).map_err(|_| PoolError::Full)
    }
}

fn serve(requests: &Mutex<Receiver<Work>>) {
    loop {
        let next = requests.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // The receiver of the result notices a panic.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "current_thread")]
    async fn request_is_refused_if_too_many_wait() {
        let pool = Arc::new(CompilePool::start(1, 1).unwrap());
        let (release, gate) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.run(move || gate.recv().unwrap()).await }
        });
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let second = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.run(|| ()).await }
        });
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        assert_eq!(pool.run(|| ()).await, Err(PoolError::Full));
        release.send(()).unwrap();
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(()), Ok(())));
    }

    #[tokio::test(flavor = "current_thread")]
    async fn panic_ends_one_request() {
        let pool = CompilePool::start(1, 4).unwrap();
        assert_eq!(pool.run(|| -> u8 { panic!("a defect") }).await, Err(PoolError::Panic));
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }
}
