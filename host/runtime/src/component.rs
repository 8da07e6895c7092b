//! Compiled components: loaded from the cache or compiled in parallel with other work, and linked with the profile
//! of a run. Contains the conversion from native code to executable code, the only unsafe one in the runtime.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};

use rustc_hash::FxHashMap;
use thiserror::Error;
use wasmtime::component::{Component, Linker};
use wasmtime::{Config, Engine, OptLevel};

use crate::bindings::FullPre;
use crate::cache::{self, Cache};
use crate::instance::{StoreData, TICK};
use crate::link::{self, LinkProfile};
use crate::native::{self, NativeCode};
use crate::source::ComponentSource;
use crate::system::digest::sha256;
use crate::system::wasi::unexposed;

/// Maximum stack size of component code.
const STACK: usize = 1 << 20;

/// Reason why a component cannot be used, with the error chain of wasmtime.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ComponentError {
    /// WebAssembly cannot be run on this system.
    #[error("WebAssembly cannot be run here: {0}")]
    Engine(String),
    /// The thread that stops components after their time limit cannot be started.
    #[error("could not start the timer thread: {0}")]
    Clock(String),
    /// The bytes cannot be loaded.
    #[error("{0}")]
    Bytes(String),
    /// The native code in the program cannot be loaded.
    #[error("its native code cannot be loaded: {0}")]
    Native(String),
    /// Compilation failed.
    #[error("it does not compile: {0}")]
    Compile(String),
    /// Ahead-of-time compilation failed, or the platform is not supported.
    #[error("{0}")]
    Precompile(String),
    /// The compiler thread ended unexpectedly.
    #[error("the compiler ended unexpectedly")]
    CompilerEnded,
    /// The host functions cannot be linked.
    #[error("{0}")]
    Linker(String),
    /// The component imports something that is not in the contract.
    #[error("it does not fit the contract: {0}")]
    Imports(String),
    /// The component lacks an export of the contract.
    #[error("it lacks an export of the contract: {0}")]
    Exports(String),
}

/// The engine and the compiled components. Created on first use of a component.
pub(crate) struct Components {
    sources: Vec<Arc<ComponentSource>>,
    slots: Vec<Slot>,
    directory: Option<PathBuf>,
    /// Opened for the first component without native code.
    cache: OnceCell<Option<Arc<Cache>>>,
    engine: Option<Started>,
    linkers: FxHashMap<LinkProfile, Linker<StoreData>>,
    linked: FxHashMap<(usize, LinkProfile), FullPre<StoreData>>,
}

#[derive(Clone)]
struct Started {
    engine: Engine,
    ticker: Option<Arc<Ticker>>,
}

enum Slot {
    Cold,
    Warming(JoinHandle<Result<Component, ComponentError>>),
    Ready(Component),
    Failed(ComponentError),
}

impl Components {
    /// Creates the set of components without compiling any.
    pub(crate) fn new(sources: Vec<Arc<ComponentSource>>, directory: Option<PathBuf>) -> Self {
        Self {
            slots: sources.iter().map(|_| Slot::Cold).collect(),
            sources,
            directory,
            cache: OnceCell::new(),
            engine: None,
            linkers: FxHashMap::default(),
            linked: FxHashMap::default(),
        }
    }

    /// Returns the same components for a runtime of another thread, with the engine, its clock thread, and the components loaded
    /// and linked so far.
    pub(crate) fn shared(&self) -> Self {
        let share = |slot: &Slot| match slot {
            Slot::Cold | Slot::Warming(_) => Slot::Cold,
            Slot::Ready(component) => Slot::Ready(component.clone()),
            Slot::Failed(reason) => Slot::Failed(reason.clone()),
        };
        Self {
            sources: self.sources.clone(),
            slots: self.slots.iter().map(share).collect(),
            directory: self.directory.clone(),
            cache: self.cache.clone(),
            engine: self.engine.clone(),
            linkers: self.linkers.clone(),
            linked: self.linked.clone(),
        }
    }

    /// Returns the components that were passed to the constructor.
    pub(crate) fn sources(&self) -> &[Arc<ComponentSource>] {
        &self.sources
    }

    /// Starts loading or compiling a component on a background thread, unless the cache contains it; loading from the
    /// cache is fast enough.
    pub(crate) fn precompile(&mut self, index: usize) {
        if !matches!(self.slots[index], Slot::Cold) {
            return;
        }
        let source = Arc::clone(&self.sources[index]);
        let Ok(started) = self.start() else { return };
        let engine = started.engine.clone();
        let cache = if source.native.is_some() { None } else { self.cache() };
        let has = |cache: &Arc<Cache>| cache_name(&engine, &source).is_ok_and(|name| cache.has(&name));
        if cache.as_ref().is_some_and(has) {
            return;
        }
        let thread = thread::Builder::new().name(format!("compile {}", source.name));
        // If no thread can be created, the component is compiled on first use.
        if let Ok(thread) = thread.spawn(move || prepare(&engine, || cache, &source)) {
            self.slots[index] = Slot::Warming(thread);
        }
    }

    /// Returns a component linked with a profile.
    ///
    /// # Errors
    /// Returns an error if the component does not compile or imports something that is not in the contract.
    pub(crate) fn linked(&mut self, index: usize, profile: LinkProfile) -> Result<FullPre<StoreData>, ComponentError> {
        if let Some(linked) = self.linked.get(&(index, profile)) {
            return Ok(linked.clone());
        }
        let component = self.ready(index)?;
        let engine = component.engine().clone();
        let linker = match self.linkers.entry(profile) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place
                .insert(link::linker(&engine, profile).map_err(|error| ComponentError::Linker(format!("{error:#}")))?),
        };
        let pre = match linker.instantiate_pre(&component) {
            Ok(pre) => pre,
            Err(_) => {
                let mut linker = linker.clone();
                let rest = unexposed::link(&mut linker, &component).and_then(|()| linker.instantiate_pre(&component));
                rest.map_err(|error| ComponentError::Imports(format!("{error:#}")))?
            }
        };
        let linked = FullPre::new(pre).map_err(|error| ComponentError::Exports(format!("{error:#}")))?;
        self.linked.insert((index, profile), linked.clone());
        Ok(linked)
    }

    /// Starts the clock that interrupts components, if it is not running.
    ///
    /// # Errors
    /// Returns an error if the engine or the clock thread cannot be started.
    pub(crate) fn tick(&mut self) -> Result<(), ComponentError> {
        let started = self.start()?;
        if started.ticker.is_none() {
            started.ticker = Some(Arc::new(Ticker::start(&started.engine)?));
        }
        Ok(())
    }

    fn ready(&mut self, index: usize) -> Result<Component, ComponentError> {
        let prepared = match std::mem::replace(&mut self.slots[index], Slot::Cold) {
            Slot::Ready(component) => Ok(component),
            Slot::Failed(reason) => Err(reason),
            Slot::Warming(thread) => thread.join().unwrap_or(Err(ComponentError::CompilerEnded)),
            Slot::Cold => {
                let source = Arc::clone(&self.sources[index]);
                let engine = self.start()?.engine.clone();
                prepare(&engine, || self.cache(), &source)
            }
        };
        self.slots[index] = match &prepared {
            Ok(component) => Slot::Ready(component.clone()),
            Err(reason) => Slot::Failed(reason.clone()),
        };
        prepared
    }

    fn cache(&self) -> Option<Arc<Cache>> {
        let open = || self.directory.as_deref().and_then(Cache::open).map(Arc::new);
        self.cache.get_or_init(open).clone()
    }

    fn start(&mut self) -> Result<&mut Started, ComponentError> {
        match &mut self.engine {
            Some(started) => Ok(started),
            none => {
                let engine = engine().map_err(|error| ComponentError::Engine(format!("{error:#}")))?;
                Ok(none.insert(Started { engine, ticker: None }))
            }
        }
    }
}

impl Drop for Components {
    /// Waits for compilations in progress. If they were aborted, every run would start them again.
    fn drop(&mut self) {
        for slot in self.slots.drain(..) {
            if let Slot::Warming(thread) = slot {
                // The result is stored in the cache and not needed here.
                let _ = thread.join();
            }
        }
    }
}

/// Ahead-of-time compiler of components for a platform, for [`ComponentSource::with_native`].
pub struct Precompiler(Engine);

impl Precompiler {
    /// Creates a compiler for a platform such as `x86_64-unknown-linux-gnu`.
    ///
    /// # Errors
    /// Returns an error if the platform is not supported.
    pub fn new(platform: &str) -> Result<Self, ComponentError> {
        // An explicit platform selects its baseline CPU features instead of those of this system.
        let engine = settings().target(platform).and_then(|config| Engine::new(config));
        engine.map(Self).map_err(|error| ComponentError::Precompile(format!("{error:#}")))
    }

    /// Returns a name for the native code of the component with this SHA-256. The name changes whenever the
    /// compiled code could differ.
    #[must_use]
    pub fn name(&self, digest: &[u8; 32]) -> String {
        cache::name(digest, &self.0)
    }

    /// Compiles a component.
    ///
    /// # Errors
    /// Returns an error if the component does not compile.
    pub fn compile(&self, component: &[u8]) -> Result<Vec<u8>, ComponentError> {
        self.0.precompile_component(component).map_err(|error| ComponentError::Precompile(format!("{error:#}")))
    }

    /// Compresses native code with the native code of another component as the dictionary, which may be empty.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub fn compress(&self, code: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, ComponentError> {
        native::compress(code, dictionary).map_err(|error| ComponentError::Precompile(error.to_string()))
    }
}

/// Creates an engine for synchronous calls that can be interrupted by epochs.
fn engine() -> wasmtime::Result<Engine> {
    Engine::new(&settings())
}

fn settings() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        .cranelift_opt_level(OptLevel::Speed)
        .epoch_interruption(true)
        .max_wasm_stack(STACK)
        .generate_address_map(false)
        .native_unwind_info(false);
    config
}

/// Loads the native code of a component from the source or the cache, or compiles it and stores it in the cache.
fn prepare(
    engine: &Engine,
    cache: impl FnOnce() -> Option<Arc<Cache>>,
    source: &ComponentSource,
) -> Result<Component, ComponentError> {
    if let Some(code) = source.native {
        return deserialize_native(engine, code);
    }
    let (cache, name) = (cache(), cache_name(engine, source)?);
    if let Some(component) = cache.as_ref().and_then(|cache| load(engine, cache, &name)) {
        return Ok(component);
    }
    let bytes = source.bytes().map_err(|reason| ComponentError::Bytes(reason.to_string()))?;
    let component = Component::new(engine, bytes).map_err(|error| ComponentError::Compile(format!("{error:#}")))?;
    if let Some(cache) = cache
        && let Ok(code) = component.serialize()
    {
        // If the cache cannot be written, the next run only has to compile again.
        let _ = cache.store(&name, &code);
    }
    Ok(component)
}

fn cache_name(engine: &Engine, source: &ComponentSource) -> Result<String, ComponentError> {
    let digest = match source.digest {
        Some(digest) => digest,
        None => sha256(source.bytes().map_err(|reason| ComponentError::Bytes(reason.to_string()))?),
    };
    Ok(cache::name(&digest, engine))
}

#[expect(unsafe_code, reason = "native code is run; the caller has verified it")]
fn deserialize_native(engine: &Engine, native: NativeCode) -> Result<Component, ComponentError> {
    let code = native.decompress().map_err(|error| ComponentError::Native(error.to_string()))?;
    // SAFETY: by the contract of `ComponentSource::with_native`, the bytes are the result of
    // [`Precompiler::compile`], possibly compressed. They are in memory of this process.
    unsafe { Component::deserialize(engine, &code) }.map_err(|error| ComponentError::Native(format!("{error:#}")))
}

#[expect(unsafe_code, reason = "native code is run; the cache has authenticated it")]
fn load(engine: &Engine, cache: &Cache, name: &str) -> Option<Component> {
    let (bytes, begin) = cache.load(name)?;
    // SAFETY: the bytes are output of `Component::serialize`: they are authenticated with a key that only the owner
    // of this process can read, in a directory and a file that only the owner can write, under a name that
    // identifies this engine and component. They are in memory of this process, so they cannot change between check
    // and use.
    unsafe { Component::deserialize(engine, &bytes[begin..]) }.ok()
}

/// The clock thread of the engine.
struct Ticker {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    fn start(engine: &Engine) -> Result<Self, ComponentError> {
        let (stop, stopped) = mpsc::channel::<()>();
        let engine = engine.weak();
        let thread = thread::Builder::new()
            .name("clock".into())
            .spawn(move || {
                while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    match engine.upgrade() {
                        Some(engine) => engine.increment_epoch(),
                        None => break,
                    }
                }
            })
            .map_err(|error| ComponentError::Clock(error.to_string()))?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The thread returns no result.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest valid component.
    const COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";

    #[expect(unsafe_code, reason = "data other than native code is rejected before it is run")]
    fn source(code: NativeCode) -> ComponentSource {
        // SAFETY: bytes without wasmtime's header are not executed.
        unsafe { ComponentSource::new("c", COMPONENT).with_native(code) }
    }

    /// Returns the platform that the tests run on.
    fn platform() -> String {
        let environment = if cfg!(target_env = "musl") { "musl" } else { "gnu" };
        format!("{}-unknown-linux-{environment}", std::env::consts::ARCH)
    }

    #[test]
    fn native_code_of_this_platform_is_used() {
        let engine = engine().unwrap();
        let precompiler = Precompiler::new(&platform()).unwrap();
        let code: &[u8] = precompiler.compile(COMPONENT).unwrap().leak();
        let compressed = precompiler.compress(code, code).unwrap().leak();
        for code in [NativeCode::Plain(code), NativeCode::Compressed { code: compressed, dictionary: code }] {
            assert!(deserialize_native(&engine, code).is_ok());
        }
    }

    #[test]
    fn invalid_native_code_is_rejected() {
        let engine = engine().unwrap();
        let not_compressed = NativeCode::Compressed { code: b"not compressed", dictionary: b"" };
        for code in [NativeCode::Plain(b"not native"), not_compressed] {
            let error = prepare(&engine, || None, &source(code)).map(drop).unwrap_err();
            assert!(error.to_string().starts_with("its native code cannot be loaded: "), "{error}");
        }
    }

    #[test]
    fn unknown_platform_is_an_error() {
        assert!(Precompiler::new("made-up-platform").is_err());
    }
}
