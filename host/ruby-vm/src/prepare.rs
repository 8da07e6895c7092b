//! Preparation of the interpreter: Ruby is started and the library is loaded once, and the state is stored in a new module,
//! which is compiled to native code. An instance of it is ready without initialisation.

use std::collections::HashMap;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use wasmtime::{Config, Engine, Extern, Instance, Module, OptLevel, Result, Store, Val};
use wasmtime_wizer::{InstanceState, SnapshotVal, ValType, Wizer};

use crate::files::MemoryFiles;
use crate::library;
use crate::state::State;
use crate::vm::{Exports, RubyLimits, STACK, WASM_STACK, linked, store};

/// The directory of the library while it is loaded.
const DIRECTORY: &str = "/marotte";

/// The version of the preparation, which is part of the name of its result.
pub(crate) const VERSION: &[u8] = b"3";

/// The directory at which the module contains the standard library, and its new name: the files of the system below the
/// former must be visible.
const STANDARD: (&str, &str) = ("/usr", "/.rb");

/// Arguments of Ruby: gems are not used, texts are UTF-8, and there is no script.
const ARGUMENTS: &[&str] =
    &["ruby", "--disable-gems", "--disable-did_you_mean", "--disable-error_highlight", "-EUTF-8", "-e", "0"];

/// Returns the engine that runs prepared interpreters.
///
/// # Errors
/// Returns an error if WebAssembly cannot be run on this system.
pub(crate) fn engine() -> Result<Engine> {
    Engine::new(&settings(OptLevel::Speed))
}

/// The largest memory that is stored as one image although a large part of it can be empty: an instance then maps the image, and copies
/// the pages that Ruby writes to.
const IMAGE: u64 = 256 << 20;

fn settings(level: OptLevel) -> Config {
    let mut config = Config::new();
    config
        .cranelift_opt_level(level)
        .memory_guaranteed_dense_image_size(IMAGE)
        .epoch_interruption(true)
        .max_wasm_stack(WASM_STACK)
        .async_stack_size(STACK)
        .generate_address_map(false)
        .native_unwind_info(false);
    config
}

/// Prepares an interpreter and returns its native code.
///
/// # Errors
/// Returns an error if the module is not a Ruby interpreter, or the library cannot be loaded.
pub(crate) fn prepare(wasm: &[u8]) -> Result<Vec<u8>> {
    // The interpreter needs the stack that it has later.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("ruby".to_owned()).stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || snapshot(wasm)).map_err(wasmtime::Error::from)?;
        let module =
            thread.join().unwrap_or_else(|_| Err(wasmtime::Error::msg("the preparation ended unexpectedly")))?;
        engine()?.precompile_module(&module)
    })
}

/// Returns a module with the state after the start of Ruby.
fn snapshot(wasm: &[u8]) -> Result<Vec<u8>> {
    let wizer = Wizer::new();
    let renamed = with_renamed_directory(wasm)?;
    let (context, instrumented) = wizer.instrument(&renamed)?;
    let engine = Engine::new(&settings(OptLevel::None))?;
    let module = Module::new(&engine, instrumented)?;
    let library = library::files().into_iter().map(|(name, text)| (format!("{DIRECTORY}/{name}"), text.into_bytes()));
    let mut store = store(&engine, Box::new(MemoryFiles::new(library)), RubyLimits::default());
    let instance = linked(&module)?.instantiate(&mut store)?;
    let exports = Exports::new(&mut store, |store, name| instance.get_export(store, name))?;
    instance.get_typed_func::<(), ()>(&mut store, "_initialize")?.call(&mut store, ())?;
    start(&mut store, &instance, &exports)?;
    let (old, new) = STANDARD;
    let code = format!(
        "$:.map! {{ |path| path.sub('{old}', '{new}') }}; $:.unshift '{DIRECTORY}'; require 'js'; evaluate = JS.method(:eval); begin; require 'marotte'; \
         rescue Exception => error; evaluate.call('=' + error.full_message(highlight: false)); end"
    );
    let (is_fine, _) = exports.evaluate(&mut store, &code)?;
    if let Some(message) = store.data_mut().reply.take() {
        return Err(wasmtime::Error::msg(format!("the library cannot be loaded: {message}")));
    }
    if !is_fine {
        return Err(wasmtime::Error::msg("the library cannot be loaded"));
    }
    let mut state = SavedState::of(&mut store, &instance);
    ready(wizer.snapshot(&context, &mut state))
}

/// Returns the module with the new name of the directory of the standard library.
fn with_renamed_directory(wasm: &[u8]) -> Result<Vec<u8>> {
    let old = [STANDARD.0.as_bytes(), b"\0"].concat();
    let mut places = (0..wasm.len()).filter(|place| wasm[*place..].starts_with(&old));
    let (Some(place), None) = (places.next(), places.next()) else {
        return Err(wasmtime::Error::msg("it does not contain the standard library in one place"));
    };
    let mut renamed = wasm.to_vec();
    renamed[place..place + STANDARD.1.len()].copy_from_slice(STANDARD.1.as_bytes());
    Ok(renamed)
}

/// Starts Ruby.
fn start(store: &mut Store<State>, instance: &Instance, exports: &Exports) -> Result<()> {
    let initialize =
        instance.get_typed_func::<(u32, u32), ()>(&mut *store, "ruby-init: func(args: list<string>) -> ()")?;
    let mut list = Vec::new();
    for argument in ARGUMENTS {
        let address = exports.copy(&mut *store, format!("{argument}\0").as_bytes())?;
        list.extend(address.to_le_bytes());
        list.extend(u32::try_from(argument.len() + 1)?.to_le_bytes());
    }
    let list = exports.copy(&mut *store, &list)?;
    initialize.call(&mut *store, (list, u32::try_from(ARGUMENTS.len())?))
}

/// Returns the result of a future that does not wait.
fn ready<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(wasmtime::Error::msg("the snapshot is not complete")),
    }
}

/// The exported globals and the memory of an instance.
struct SavedState {
    globals: HashMap<String, Val>,
    memories: HashMap<String, Vec<u8>>,
}

impl SavedState {
    fn of(store: &mut Store<State>, instance: &Instance) -> Self {
        let exports: Vec<(String, Extern)> =
            instance.exports(&mut *store).map(|export| (export.name().to_owned(), export.into_extern())).collect();
        let (mut globals, mut memories) = (HashMap::new(), HashMap::new());
        for (name, item) in exports {
            match item {
                Extern::Global(global) => drop(globals.insert(name, global.get(&mut *store))),
                Extern::Memory(memory) => drop(memories.insert(name, memory.data(&mut *store).to_vec())),
                _ => {}
            }
        }
        Self { globals, memories }
    }
}

/// The names come from the exports that the instrumentation added, so that each of them exists.
impl InstanceState for SavedState {
    async fn global_get(&mut self, name: &str, _: ValType) -> SnapshotVal {
        match self.globals[name] {
            Val::I32(number) => SnapshotVal::I32(number),
            Val::I64(number) => SnapshotVal::I64(number),
            Val::F32(bits) => SnapshotVal::F32(bits),
            Val::F64(bits) => SnapshotVal::F64(bits),
            ref other => unreachable!("the global '{name}' is not a number: {other:?}"),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        contents(&self.memories[name]);
    }
}
