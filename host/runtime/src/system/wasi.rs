//! WASI functions used by standard libraries. There are no files and no arguments; granted environment variables
//! are available in calls that may read the system; standard streams are logged; clocks work, and sleeping is
//! limited. Calling any other WASI function terminates the call.

pub(crate) mod unexposed;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use transaction::provider::{ComponentMessage, Level};
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Lift, Linker, LinkerInstance, Lower, Resource, ResourceType};

use crate::error::CallStop;
use crate::instance::StoreData;

/// The version under which they are linked; all 0.2.x versions resolve to it.
const VERSION: &str = "0.2.0";

/// The supported interfaces of WASI.
const LENT: [&str; 18] = [
    "io/error",
    "io/poll",
    "io/streams",
    "cli/environment",
    "cli/exit",
    "cli/stdin",
    "cli/stdout",
    "cli/stderr",
    "cli/terminal-input",
    "cli/terminal-output",
    "cli/terminal-stdin",
    "cli/terminal-stdout",
    "cli/terminal-stderr",
    "clocks/monotonic-clock",
    "clocks/wall-clock",
    "random/random",
    "random/insecure",
    "random/insecure-seed",
];

/// Returns whether an import belongs to the contract or to a supported interface of WASI.
#[must_use]
pub fn is_exposed(import: &str) -> bool {
    let name = import.split('@').next().unwrap_or(import);
    name.strip_prefix("wasi:").is_none_or(|name| LENT.contains(&name))
}

/// Number of bytes kept of the last output to standard error, for the error message after a trap.
const LAST_WORDS: usize = 4096;

/// Maximum number of random bytes in one call.
const MAX_RANDOM: u64 = 1 << 20;

pub(crate) enum IoError {}
pub(crate) enum Pollable {}
pub(crate) enum InputStream {}
pub(crate) enum OutputStream {}
pub(crate) enum TerminalInput {}
pub(crate) enum TerminalOutput {}

#[derive(ComponentType, Lift, Lower)]
#[component(variant)]
pub(crate) enum StreamError {
    #[component(name = "last-operation-failed")]
    Failed(Resource<IoError>),
    #[component(name = "closed")]
    Closed,
}

#[derive(ComponentType, Lift, Lower)]
#[component(record)]
pub(crate) struct Datetime {
    seconds: u64,
    nanoseconds: u32,
}

/// Handles of the streams.
const STDOUT: u32 = 1;
const STDERR: u32 = 2;

/// WASI state of an instance.
#[derive(Debug, Default)]
pub(crate) struct Wasi {
    /// Time at which each pollable becomes ready; `None` if it is ready immediately. A handle is the index plus
    /// one.
    pollables: Vec<Option<Instant>>,
    /// Indices of dropped entries.
    free: Vec<usize>,
    line: Vec<u8>,
    last_words: Vec<u8>,
    origin: Option<Instant>,
}

impl Wasi {
    /// Returns the last output to standard error and clears it.
    pub(crate) fn take_last_words(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.last_words)).into_owned()
    }
}

impl StoreData {
    fn stream(&mut self, handle: u32, bytes: &[u8]) -> Result<(), CallStop> {
        if handle == STDERR {
            self.wasi.last_words.extend_from_slice(bytes);
            let excess = self.wasi.last_words.len().saturating_sub(LAST_WORDS);
            self.wasi.last_words.drain(..excess);
        }
        for byte in bytes {
            if *byte == b'\n' || self.wasi.line.len() >= LAST_WORDS {
                let line = String::from_utf8_lossy(&std::mem::take(&mut self.wasi.line)).into_owned();
                self.log_line(line)?;
            }
            if *byte != b'\n' {
                self.wasi.line.push(*byte);
            }
        }
        Ok(())
    }

    fn log_line(&mut self, line: String) -> Result<(), CallStop> {
        if line.is_empty() {
            return Ok(());
        }
        let text = self.secrets.sanitize(line);
        let row = self.rows.only().map(|row| row.id);
        let message = ComponentMessage { level: Level::Debug, row, attribute: None, text };
        self.machine.borrow_mut().log.push(message, self.limits.log_bytes)
    }

    fn subscribe(&mut self, ready: Option<Instant>) -> Resource<Pollable> {
        if ready.is_none() {
            return Resource::new_own(0);
        }
        let pollables = &mut self.wasi.pollables;
        let free = self.wasi.free.pop().unwrap_or_else(|| {
            pollables.push(None);
            pollables.len() - 1
        });
        pollables[free] = ready;
        Resource::new_own(u32::try_from(free + 1).unwrap_or(0))
    }

    fn unsubscribe(&mut self, pollable: u32) {
        let Some(at) = (pollable as usize).checked_sub(1) else { return };
        if self.wasi.pollables.get_mut(at).and_then(Option::take).is_some() {
            self.wasi.free.push(at);
        }
    }

    fn ready_at(&self, pollable: &Resource<Pollable>) -> Option<Instant> {
        let at = (pollable.rep() as usize).checked_sub(1)?;
        self.wasi.pollables.get(at).copied().flatten()
    }

    fn block(&mut self, until: Option<Instant>) -> Result<(), CallStop> {
        let Some(until) = until else { return Ok(()) };
        let time = until.saturating_duration_since(Instant::now());
        self.usage.sleep(time, &self.limits)?;
        std::thread::sleep(time);
        Ok(())
    }

    fn poll(&mut self, pollables: &[Resource<Pollable>]) -> Result<Vec<u32>, CallStop> {
        let times: Vec<Option<Instant>> = pollables.iter().map(|pollable| self.ready_at(pollable)).collect();
        if let Some(first) = times.iter().min() {
            self.block(*first)?;
        }
        let now = Instant::now();
        Ok((0..).zip(times).filter(|(_, time)| time.is_none_or(|time| time <= now)).map(|(at, _)| at).collect())
    }

    fn origin(&mut self) -> Instant {
        *self.wasi.origin.get_or_insert_with(Instant::now)
    }
}

/// Links all supported interfaces.
///
/// # Errors
/// Returns an error if a name is defined twice.
pub(crate) fn link(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    link_io(linker)?;
    link_cli(linker)?;
    link_clocks(linker)?;
    link_random(linker)
}

fn interface<'a>(linker: &'a mut Linker<StoreData>, name: &str) -> wasmtime::Result<LinkerInstance<'a, StoreData>> {
    linker.instance(&format!("wasi:{name}@{VERSION}"))
}

fn resource<R: 'static>(instance: &mut LinkerInstance<'_, StoreData>, name: &str) -> wasmtime::Result<()> {
    instance.resource(name, ResourceType::host::<R>(), |_, _| Ok(()))
}

fn link_io(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    let mut error = interface(linker, "io/error")?;
    resource::<IoError>(&mut error, "error")?;
    error.func_wrap("[method]error.to-debug-string", |_, (_,): (Resource<IoError>,)| Ok(("error".to_owned(),)))?;

    let mut poll = interface(linker, "io/poll")?;
    poll.resource(
        "pollable",
        ResourceType::host::<Pollable>(),
        |mut store: StoreContextMut<'_, StoreData>, number| {
            store.data_mut().unsubscribe(number);
            Ok(())
        },
    )?;
    poll.func_wrap("[method]pollable.ready", |store: StoreContextMut<'_, StoreData>, (it,): (Resource<Pollable>,)| {
        Ok((store.data().ready_at(&it).is_none_or(|time| time <= Instant::now()),))
    })?;
    poll.func_wrap(
        "[method]pollable.block",
        |mut store: StoreContextMut<'_, StoreData>, (it,): (Resource<Pollable>,)| {
            let until = store.data().ready_at(&it);
            Ok(store.data_mut().hosted(|state| state.block(until))??)
        },
    )?;
    poll.func_wrap("poll", |mut store: StoreContextMut<'_, StoreData>, (them,): (Vec<Resource<Pollable>>,)| {
        Ok((store.data_mut().hosted(|state| state.poll(&them))??,))
    })?;

    let mut streams = interface(linker, "io/streams")?;
    resource::<InputStream>(&mut streams, "input-stream")?;
    resource::<OutputStream>(&mut streams, "output-stream")?;
    for name in ["[method]input-stream.read", "[method]input-stream.blocking-read"] {
        streams
            .func_wrap(name, |_, (_, _): (Resource<InputStream>, u64)| Ok((Err::<Vec<u8>, _>(StreamError::Closed),)))?;
    }
    streams.func_wrap("[method]input-stream.subscribe", |mut store, (_,): (Resource<InputStream>,)| {
        Ok((store.data_mut().subscribe(None),))
    })?;
    streams.func_wrap("[method]output-stream.subscribe", |mut store, (_,): (Resource<OutputStream>,)| {
        Ok((store.data_mut().subscribe(None),))
    })?;
    streams.func_wrap("[method]output-stream.check-write", |_, (_,): (Resource<OutputStream>,)| {
        Ok((Ok::<u64, StreamError>(64 << 10),))
    })?;
    for name in ["[method]output-stream.write", "[method]output-stream.blocking-write-and-flush"] {
        streams.func_wrap(
            name,
            |mut store: StoreContextMut<'_, StoreData>, (stream, bytes): (Resource<OutputStream>, Vec<u8>)| {
                store.data_mut().hosted(|state| state.stream(stream.rep(), &bytes))??;
                Ok((Ok::<(), StreamError>(()),))
            },
        )?;
    }
    for name in ["[method]output-stream.flush", "[method]output-stream.blocking-flush"] {
        streams.func_wrap(name, |_, (_,): (Resource<OutputStream>,)| Ok((Ok::<(), StreamError>(()),)))?;
    }
    Ok(())
}

fn link_cli(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    let mut environment = interface(linker, "cli/environment")?;
    environment.func_wrap("get-environment", |store: StoreContextMut<'_, StoreData>, (): ()| {
        Ok((store.data().environment(),))
    })?;
    environment.func_wrap("get-arguments", |_, (): ()| Ok((Vec::<String>::new(),)))?;
    environment.func_wrap("initial-cwd", |_, (): ()| Ok((None::<String>,)))?;
    let mut exit = interface(linker, "cli/exit")?;
    exit.func_wrap("exit", |_, (status,): (Result<(), ()>,)| -> wasmtime::Result<()> {
        Err(CallStop::Exit(if status.is_ok() { "success" } else { "failure" }).into())
    })?;
    interface(linker, "cli/stdin")?.func_wrap("get-stdin", |_, (): ()| Ok((Resource::<InputStream>::new_own(0),)))?;
    interface(linker, "cli/stdout")?
        .func_wrap("get-stdout", |_, (): ()| Ok((Resource::<OutputStream>::new_own(STDOUT),)))?;
    interface(linker, "cli/stderr")?
        .func_wrap("get-stderr", |_, (): ()| Ok((Resource::<OutputStream>::new_own(STDERR),)))?;
    resource::<TerminalInput>(&mut interface(linker, "cli/terminal-input")?, "terminal-input")?;
    resource::<TerminalOutput>(&mut interface(linker, "cli/terminal-output")?, "terminal-output")?;
    interface(linker, "cli/terminal-stdin")?
        .func_wrap("get-terminal-stdin", |_, (): ()| Ok((None::<Resource<TerminalInput>>,)))?;
    interface(linker, "cli/terminal-stdout")?
        .func_wrap("get-terminal-stdout", |_, (): ()| Ok((None::<Resource<TerminalOutput>>,)))?;
    interface(linker, "cli/terminal-stderr")?
        .func_wrap("get-terminal-stderr", |_, (): ()| Ok((None::<Resource<TerminalOutput>>,)))
}

fn link_clocks(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    let mut clock = interface(linker, "clocks/monotonic-clock")?;
    clock.func_wrap("now", |mut store: StoreContextMut<'_, StoreData>, (): ()| {
        let origin = store.data_mut().origin();
        Ok((nanoseconds(origin.elapsed()),))
    })?;
    clock.func_wrap("resolution", |_, (): ()| Ok((1_u64,)))?;
    clock.func_wrap("subscribe-instant", |mut store: StoreContextMut<'_, StoreData>, (when,): (u64,)| {
        let ready = store.data_mut().origin().checked_add(Duration::from_nanos(when));
        Ok((store.data_mut().hosted(|state| state.subscribe(ready))?,))
    })?;
    clock.func_wrap("subscribe-duration", |mut store: StoreContextMut<'_, StoreData>, (time,): (u64,)| {
        let ready = Instant::now().checked_add(Duration::from_nanos(time));
        Ok((store.data_mut().hosted(|state| state.subscribe(ready))?,))
    })?;
    let mut wall = interface(linker, "clocks/wall-clock")?;
    wall.func_wrap("now", |_, (): ()| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok((Datetime { seconds: now.as_secs(), nanoseconds: now.subsec_nanos() },))
    })?;
    wall.func_wrap("resolution", |_, (): ()| Ok((Datetime { seconds: 0, nanoseconds: 1 },)))
}

fn link_random(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    // Seeds hash tables of the component; a constant makes runs reproducible.
    interface(linker, "random/insecure-seed")?.func_wrap("insecure-seed", |_, (): ()| Ok(((7_u64, 11_u64),)))?;
    for (name, prefix) in [("random/random", "get-random"), ("random/insecure", "get-insecure-random")] {
        let mut random = interface(linker, name)?;
        random.func_wrap(&format!("{prefix}-bytes"), |_, (length,): (u64,)| Ok((random_bytes(length)?,)))?;
        random.func_wrap(&format!("{prefix}-u64"), |_, (): ()| {
            let bytes = random_bytes(8)?;
            Ok((bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte)),))
        })?;
    }
    Ok(())
}

fn random_bytes(length: u64) -> wasmtime::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length.min(MAX_RANDOM))?];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
