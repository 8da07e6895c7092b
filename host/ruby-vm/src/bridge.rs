//! The imports through which Ruby code reaches the host. The interpreter is built with an extension for JavaScript, whose
//! function `JS.eval` passes a text to the host and returns a text; the other functions of the extension are traps.
//!
//! The first character of the text is its purpose: `<` fetches the request of the current call, `=` sets its reply, and
//! `?` asks the calling thread a question and waits for the answer.

use wasmtime::{AsContextMut as _, Caller, Error, Linker, Result};

use crate::guest::{Guest, memory, trap};
use crate::state::State;
use crate::vm::{Exports, FromVm, ToVm, invoke, receive};

/// Name of the extension's module, and of its functions.
const EXTENSION: &str = "rb-js-abi-host";
const EVAL: &str =
    "eval-js: func(code: string) -> variant { success(handle<js-abi-value>), failure(handle<js-abi-value>) }";
const TO_STRING: &str = "js-value-to-string: func(value: handle<js-abi-value>) -> string";
const HANDLES: &str = "canonical_abi";

/// Adds the functions to a linker.
///
/// # Errors
/// Returns an error if a function is already defined.
pub(crate) fn link(linker: &mut Linker<State>) -> Result<()> {
    linker.func_wrap(EXTENSION, EVAL, evaluate)?;
    linker.func_wrap(EXTENSION, TO_STRING, to_string)?;
    linker.func_wrap(HANDLES, "resource_drop_js-abi-value", |mut caller: Caller<'_, State>, handle: u32| {
        caller.data_mut().texts.remove(handle);
    })?;
    linker.func_wrap(HANDLES, "resource_new_rb-abi-value", |mut caller: Caller<'_, State>, object: u32| -> u32 {
        caller.data_mut().objects.add(object)
    })?;
    linker.func_wrap(HANDLES, "resource_get_rb-abi-value", |caller: Caller<'_, State>, handle: u32| {
        caller.data().objects.get(handle).copied().ok_or_else(|| Error::msg("unknown handle of an object"))
    })?;
    Ok(())
}

fn evaluate(mut caller: Caller<'_, State>, text: u32, length: u32, result: u32) -> Result<()> {
    let memory = memory(&mut caller)?;
    let text = Guest::new(memory.data_mut(&mut caller)).text(text, length).map_err(trap)?;
    let answer = match text.split_at_checked(1) {
        Some(("<", _)) => caller.data_mut().request.take().unwrap_or_default(),
        Some(("=", reply)) => {
            caller.data_mut().reply = Some(reply.to_owned());
            String::new()
        }
        Some(("?", question)) => ask(&mut caller, question.to_owned())?,
        _ => return Err(Error::msg("the host does not evaluate JavaScript")),
    };
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let handle = state.texts.add(answer);
    let mut guest = Guest::new(bytes);
    guest.write(result, &[0]).map_err(trap)?;
    guest.write_u32(result.wrapping_add(4), handle).map_err(trap)
}

/// Sends a question to the calling thread. Until the answer arrives, that thread can call Ruby again.
fn ask(caller: &mut Caller<'_, State>, question: String) -> Result<String> {
    let Some(channel) = caller.data().caller.clone() else {
        return Err(Error::msg("Ruby code asked the host while the interpreter was prepared"));
    };
    let (sender, receiver) = &*channel;
    let gone = || Error::msg("the calling thread ended");
    let exports = Exports::of_caller(caller)?;
    sender.send(FromVm::Question(question)).map_err(|_| gone())?;
    caller.data_mut().waiting += 1;
    let answer = loop {
        match receive(receiver).map_err(|_| gone())? {
            ToVm::Answer(answer) => break answer,
            ToVm::Call(request) => {
                let reply = invoke(caller.as_context_mut(), &exports, request)?;
                sender.send(FromVm::Reply(reply)).map_err(|_| gone())?;
            }
        }
    };
    caller.data_mut().waiting -= 1;
    Ok(answer)
}

fn to_string(mut caller: Caller<'_, State>, handle: u32, result: u32) -> Result<()> {
    let text = caller.data().texts.get(handle).cloned().ok_or_else(|| Error::msg("unknown handle of a text"))?;
    let address = allocate(&mut caller, text.as_bytes())?;
    let memory = memory(&mut caller)?;
    let mut guest = Guest::new(memory.data_mut(&mut caller));
    guest.write_u32(result, address).map_err(trap)?;
    let length = u32::try_from(text.len()).map_err(|_| Error::msg("the text is too long"))?;
    guest.write_u32(result.wrapping_add(4), length).map_err(trap)
}

/// Copies bytes to memory that the interpreter allocates.
fn allocate(caller: &mut Caller<'_, State>, bytes: &[u8]) -> Result<u32> {
    let exports = Exports::of_caller(caller)?;
    exports.copy(caller, bytes)
}
