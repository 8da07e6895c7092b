//! An instance of the interpreter, in a thread of its own: Ruby code waits there for answers of the calling thread, which can
//! call Ruby again before it answers. The calling thread also keeps the time.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvError, RecvTimeoutError, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ruby::interpreter::{RubyCaller, RubyDialogue, RubyMessage};
use thiserror::Error;
use wasmtime::{
    AsContextMut, Caller, Engine, Extern, Func, InstancePre, Linker, Memory, Module, Result, Store, StoreContextMut,
    Trap, TypedFunc, UpdateDeadline, WasmParams, WasmResults,
};

use crate::files::RubyFiles;
use crate::guest::{Guest, trap};
use crate::state::State;
use crate::{bridge, wasi};

/// The stack of the thread, and the part of it for the interpreter.
pub(crate) const STACK: usize = 64 << 20;
pub(crate) const WASM_STACK: usize = 48 << 20;

/// How long a thread waits for a message before it sleeps.
const SOON: Duration = Duration::from_micros(50);

/// Returns a message if it arrives soon: most calls take less time than to wake up a thread. Other threads can use the processor.
fn receive_soon<T>(receiver: &Receiver<T>) -> Option<T> {
    let begin = Instant::now();
    loop {
        match receiver.try_recv() {
            Ok(message) => return Some(message),
            Err(TryRecvError::Empty) if begin.elapsed() < SOON => thread::yield_now(),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => return None,
        }
    }
}

/// Waits for a message.
pub(crate) fn receive<T>(receiver: &Receiver<T>) -> Result<T, RecvError> {
    receive_soon(receiver).map_or_else(|| receiver.recv(), Ok)
}

/// Limits of the interpreter.
#[derive(Clone, Copy, Debug)]
pub struct RubyLimits {
    /// The largest linear memory in bytes.
    pub memory: usize,
    /// The longest time that a call may take, without the time of the host's answers.
    pub time: Duration,
}

impl Default for RubyLimits {
    /// 512 MB and 60 seconds.
    fn default() -> Self {
        Self { memory: 512 << 20, time: Duration::from_mins(1) }
    }
}

/// Error of a call. After each of them, the instance is lost; errors of Ruby code are in replies.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RubyVmError {
    /// The interpreter cannot be started.
    #[error("the Ruby interpreter cannot be started: {0}")]
    Start(String),
    /// The interpreter stopped.
    #[error("the Ruby interpreter stopped: {0}")]
    Stopped(String),
    /// The call took too long.
    #[error("Ruby code took longer than {} s", .0.as_secs())]
    Time(Duration),
}

/// A message to the interpreter's thread.
pub(crate) enum ToVm {
    /// Call Ruby with a request.
    Call(String),
    /// The answer to the last question.
    Answer(String),
}

/// A message from the interpreter's thread.
pub(crate) enum FromVm {
    /// The reply to the last call.
    Reply(String),
    /// A question, which has to be answered.
    Question(String),
    /// A printed line.
    Printed(String),
    /// The instance is lost.
    Failed(String),
}

/// A running interpreter.
pub struct RubyVm {
    sender: Option<Sender<ToVm>>,
    receiver: Receiver<FromVm>,
    engine: Engine,
    /// Set when the time of a call is over. Other instances with the same engine continue.
    is_late: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    limits: RubyLimits,
    /// The time that is left for the call of [`RubyVm::begin`].
    rest: Cell<Duration>,
    /// The reason why the instance is lost.
    lost: OnceCell<RubyVmError>,
}

impl RubyVm {
    /// Starts an interpreter that can read these files.
    ///
    /// # Errors
    /// Returns an error if the thread or the instance cannot be started.
    pub(crate) fn start(
        linked: &InstancePre<State>,
        files: Box<dyn RubyFiles>,
        limits: RubyLimits,
    ) -> Result<Self, RubyVmError> {
        let engine = linked.module().engine().clone();
        let linked = linked.clone();
        let is_late = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&is_late);
        let (sender, requests) = mpsc::channel();
        let (replies, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("ruby".to_owned()).stack_size(STACK);
        let thread = thread
            .spawn(move || {
                let failures = replies.clone();
                if let Err(error) = serve(&linked, files, limits, flag, requests, replies) {
                    // The receiver is dropped if no call is in progress.
                    let _ = failures.send(FromVm::Failed(reason(&error)));
                }
            })
            .map_err(|error| RubyVmError::Start(error.to_string()))?;
        Ok(Self {
            sender: Some(sender),
            receiver,
            engine,
            is_late,
            thread: Some(thread),
            limits,
            rest: Cell::new(limits.time),
            lost: OnceCell::new(),
        })
    }

    /// Calls Ruby with a request and returns its reply. May be called again in [`RubyCaller::answer`].
    ///
    /// # Errors
    /// Returns an error if the instance is lost, or a limit is exceeded.
    pub fn call(&self, request: String, caller: &mut dyn RubyCaller) -> Result<String, RubyVmError> {
        let mut rest = self.limits.time;
        self.send(ToVm::Call(request))?;
        loop {
            match self.receive(&mut rest, &mut |line| caller.print(line))? {
                RubyMessage::Reply(reply) => return Ok(reply),
                RubyMessage::Question(question) => {
                    let answer = caller.answer(&question);
                    self.send(ToVm::Answer(answer))?;
                }
            }
        }
    }

    fn proceed(&self, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, RubyVmError> {
        let mut rest = self.rest.get();
        let message = self.receive(&mut rest, print);
        self.rest.set(rest);
        message
    }

    /// Returns the next message; waits at most for `rest`, which is reduced.
    fn receive(&self, rest: &mut Duration, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, RubyVmError> {
        let begin = Instant::now();
        let mut is_late = false;
        loop {
            let left = if is_late { Duration::MAX } else { rest.saturating_sub(begin.elapsed()) };
            match receive_soon(&self.receiver).map_or_else(|| self.receiver.recv_timeout(left), Ok) {
                Ok(FromVm::Printed(line)) => print(&line),
                Ok(FromVm::Failed(_) | FromVm::Reply(_) | FromVm::Question(_)) if is_late => {
                    return Err(self.lose(RubyVmError::Time(self.limits.time)));
                }
                Ok(FromVm::Reply(reply)) => return Ok(RubyMessage::Reply(reply)),
                Ok(FromVm::Question(question)) => {
                    *rest = rest.saturating_sub(begin.elapsed());
                    return Ok(RubyMessage::Question(question));
                }
                Ok(FromVm::Failed(reason)) => return Err(self.lose(RubyVmError::Stopped(reason))),
                Err(RecvTimeoutError::Timeout) => {
                    is_late = true;
                    self.is_late.store(true, Ordering::Relaxed);
                    self.engine.increment_epoch();
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.lose(ended())),
            }
        }
    }

    /// Sends a message to the thread.
    fn send(&self, message: ToVm) -> Result<(), RubyVmError> {
        if let Some(reason) = self.lost.get() {
            return Err(reason.clone());
        }
        let sender = self.sender.as_ref().ok_or_else(ended)?;
        sender.send(message).map_err(|_| self.lose(ended()))
    }

    /// Marks the instance as lost.
    fn lose(&self, reason: RubyVmError) -> RubyVmError {
        self.lost.get_or_init(|| reason).clone()
    }
}

impl RubyDialogue for RubyVm {
    fn begin(&self, request: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String> {
        self.rest.set(self.limits.time);
        self.send(ToVm::Call(request)).and_then(|()| self.proceed(print)).map_err(|error| error.to_string())
    }

    fn resume(&self, answer: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String> {
        self.send(ToVm::Answer(answer)).and_then(|()| self.proceed(print)).map_err(|error| error.to_string())
    }

    fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }
}

/// The error of a thread that ended.
fn ended() -> RubyVmError {
    RubyVmError::Stopped("its thread ended".to_owned())
}

impl Drop for RubyVm {
    /// Ends the thread.
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // The thread returns no result.
            let _ = thread.join();
        }
    }
}

/// Returns the module with its imports.
pub(crate) fn linked(module: &Module) -> Result<InstancePre<State>> {
    let mut linker = Linker::new(module.engine());
    wasi::link(&mut linker)?;
    bridge::link(&mut linker)?;
    linker.define_unknown_imports_as_traps(module)?;
    linker.instantiate_pre(module)
}

/// Creates the store of an instance.
pub(crate) fn store(engine: &Engine, files: Box<dyn RubyFiles>, limits: RubyLimits) -> Store<State> {
    let mut store = Store::new(engine, State::new(files, limits.memory, limits.time));
    store.limiter(|state| &mut state.limits);
    // A calling thread increments the epoch of all instances when the time of its own is over.
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|context| match context.data().is_late.load(Ordering::Relaxed) {
        true => Err(Trap::Interrupt.into()),
        false => Ok(UpdateDeadline::Continue(1)),
    });
    store
}

/// Serves calls until the caller is gone.
fn serve(
    linked: &InstancePre<State>,
    files: Box<dyn RubyFiles>,
    limits: RubyLimits,
    is_late: Arc<AtomicBool>,
    requests: Receiver<ToVm>,
    replies: Sender<FromVm>,
) -> Result<()> {
    let mut store = store(linked.module().engine(), files, limits);
    store.data_mut().is_late = is_late;
    let instance = linked.instantiate(&mut store)?;
    let exports = Exports::new(&mut store, |store, name| instance.get_export(store, name))?;
    let channel = Rc::new((replies, requests));
    store.data_mut().files.connect(&channel);
    store.data_mut().caller = Some(Rc::clone(&channel));
    while let Ok(ToVm::Call(request)) = receive(&channel.1) {
        let reply = invoke(store.as_context_mut(), &exports, request)?;
        if channel.0.send(FromVm::Reply(reply)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Returns the message of an error, without the list of WebAssembly frames.
fn reason(error: &wasmtime::Error) -> String {
    match error.downcast_ref::<wasmtime::Trap>() {
        Some(trap) => trap.to_string(),
        None => error.root_cause().to_string(),
    }
}

/// The connection between the thread of the interpreter and the calling thread.
pub(crate) type Channel = (Sender<FromVm>, Receiver<ToVm>);

/// Exports of the interpreter.
pub(crate) struct Exports {
    memory: Memory,
    allocate: TypedFunc<(u32, u32, u32, u32), u32>,
    evaluate: TypedFunc<(u32, u32), u32>,
    intern: TypedFunc<(u32, u32), u32>,
    send: TypedFunc<(u32, u32, u32, u32), u32>,
    drop: TypedFunc<u32, ()>,
    clear_error: TypedFunc<(), ()>,
    disable_collector: TypedFunc<(), u32>,
    enable_collector: TypedFunc<(), u32>,
}

impl Exports {
    /// Finds the exports with a function that returns an export by name.
    pub(crate) fn new<C: AsContextMut>(mut context: C, find: impl Fn(&mut C, &str) -> Option<Extern>) -> Result<Self> {
        let missing = |name: &str| wasmtime::Error::msg(format!("it is not the Ruby interpreter: '{name}' is missing"));
        let memory = find(&mut context, "memory").and_then(Extern::into_memory).ok_or_else(|| missing("memory"))?;
        let mut function =
            |name: &str| find(&mut context, name).and_then(Extern::into_func).ok_or_else(|| missing(name));
        let allocate = function("cabi_realloc")?;
        let evaluate = function("rb-eval-string-protect: func(str: string) -> tuple<handle<rb-abi-value>, s32>")?;
        let intern = function("rb-intern: func(name: string) -> u32")?;
        let send = function(
            "rb-funcallv-protect: func(recv: handle<rb-abi-value>, mid: u32, args: list<handle<rb-abi-value>>) -> \
             tuple<handle<rb-abi-value>, s32>",
        )?;
        let drop = function("canonical_abi_drop_rb-abi-value")?;
        let clear_error = function("rb-clear-errinfo: func() -> ()")?;
        let disable_collector = function("rb-gc-disable: func() -> bool")?;
        let enable_collector = function("rb-gc-enable: func() -> bool")?;
        fn typed<P: WasmParams, R: WasmResults>(function: Func, context: impl AsContextMut) -> Result<TypedFunc<P, R>> {
            function.typed(context.as_context())
        }
        Ok(Self {
            memory,
            allocate: typed(allocate, &mut context)?,
            evaluate: typed(evaluate, &mut context)?,
            intern: typed(intern, &mut context)?,
            send: typed(send, &mut context)?,
            drop: typed(drop, &mut context)?,
            clear_error: typed(clear_error, &mut context)?,
            disable_collector: typed(disable_collector, &mut context)?,
            enable_collector: typed(enable_collector, &mut context)?,
        })
    }

    /// Returns the exports of the instance that called a host function.
    pub(crate) fn of_caller(caller: &mut Caller<'_, State>) -> Result<Rc<Self>> {
        if let Some(known) = &caller.data().exports {
            return Ok(Rc::clone(known));
        }
        let found = Rc::new(Self::new(&mut *caller, |caller, name| caller.get_export(name))?);
        caller.data_mut().exports = Some(Rc::clone(&found));
        Ok(found)
    }

    /// Copies bytes to memory that the interpreter allocates, and returns their address.
    pub(crate) fn copy(&self, mut store: impl AsContextMut<Data = State>, bytes: &[u8]) -> Result<u32> {
        let length = u32::try_from(bytes.len()).map_err(|_| wasmtime::Error::msg("the text is too long"))?;
        let address = self.allocate.call(&mut store, (0, 0, 1, length))?;
        Guest::new(self.memory.data_mut(&mut store)).write(address, bytes).map_err(trap)?;
        Ok(address)
    }

    /// Copies a text, which must end with NUL for the interpreter. Returns its address and length.
    fn copy_text(&self, store: impl AsContextMut<Data = State>, text: &str) -> Result<(u32, u32)> {
        let length = u32::try_from(text.len() + 1).map_err(|_| wasmtime::Error::msg("the text is too long"))?;
        Ok((self.copy(store, format!("{text}\0").as_bytes())?, length))
    }

    /// Evaluates Ruby code. Returns whether it raised no exception, and the resulting object.
    pub(crate) fn evaluate(
        &self,
        mut store: impl AsContextMut<Data = State>,
        code: &str,
    ) -> Result<(bool, Option<u32>)> {
        let text = self.copy_text(&mut store, code)?;
        let result = self.evaluate.call(&mut store, text)?;
        self.result(store, result)
    }

    /// Finds the method that serves requests: the object that has it, and the number of its name.
    fn server(&self, mut store: impl AsContextMut<Data = State>) -> Result<(u32, u32)> {
        let (is_fine, library) = self.evaluate(&mut store, "Marotte")?;
        let name = self.copy_text(&mut store, "serve")?;
        let method = self.intern.call(&mut store, name)?;
        let library = library.filter(|_| is_fine).ok_or_else(|| wasmtime::Error::msg("it has no library"))?;
        Ok((library, method))
    }

    /// Calls the method that serves requests. Returns whether it raised no exception.
    fn serve(&self, mut store: impl AsContextMut<Data = State>) -> Result<bool> {
        let (library, method) = match store.as_context().data().server {
            Some(known) => known,
            None => self.server(&mut store)?,
        };
        store.as_context_mut().data_mut().server = Some((library, method));
        let receiver = store.as_context_mut().data_mut().objects.add(library);
        let result = self.send.call(&mut store, (receiver, method, 0, 0))?;
        store.as_context_mut().data_mut().objects.remove(receiver);
        let (is_fine, object) = self.result(&mut store, result)?;
        if let Some(object) = object {
            self.drop.call(&mut store, object)?;
        }
        Ok(is_fine)
    }

    /// Reads a result: a handle of an object, and the status.
    fn result(&self, mut store: impl AsContextMut<Data = State>, address: u32) -> Result<(bool, Option<u32>)> {
        let guest = Guest::new(self.memory.data_mut(&mut store));
        let (handle, status) = (guest.u32(address).map_err(trap)?, guest.u32(address.wrapping_add(4)).map_err(trap)?);
        let object = store.as_context_mut().data_mut().objects.remove(handle);
        if status != 0 {
            self.clear_error.call(&mut store, ())?;
        }
        Ok((status == 0, object))
    }
}

/// Calls Ruby with a request and returns the reply. In a nested call, the garbage collector is off: it cannot see values in
/// the WebAssembly frames above the host function.
pub(crate) fn invoke(mut store: StoreContextMut<'_, State>, exports: &Exports, request: String) -> Result<String> {
    let is_nested = store.data().waiting > 0;
    store.data_mut().request = Some(request);
    let was_disabled = if is_nested { exports.disable_collector.call(&mut store, ())? != 0 } else { true };
    let is_fine = exports.serve(&mut store)?;
    if !is_nested {
        store.data_mut().files.flush_all();
    }
    if !was_disabled {
        exports.enable_collector.call(&mut store, ())?;
    }
    let reply = store.data_mut().reply.take();
    reply.filter(|_| is_fine).ok_or_else(|| wasmtime::Error::msg("Ruby's library raised an exception"))
}
