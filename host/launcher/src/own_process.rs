//! Protection of this process itself: its memory, its environment and its file descriptors.
#![expect(unsafe_code, reason = "the environment and actions of signals can only be accessed through raw pointers")]

use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

use rustix::process::{DumpableBehavior, Resource, Rlimit};

/// The limit of core files at the start of this process, for its children.
static CORE_LIMIT: OnceLock<Rlimit> = OnceLock::new();

/// Protects this process. Must be called once, at the beginning of `main`, before other threads are started.
///
/// - The process cannot be traced or dumped by processes without CAP_SYS_PTRACE, and writes no core file.
/// - Inherited file descriptors other than the standard streams are not passed on.
/// - The environment is moved from the memory shown in `/proc/PID/environ` to private memory, and the original
///   is overwritten.
///
/// Children get the original limit of core files.
///
/// # Safety
/// There is no other thread, and no pointer into the environment is in use.
pub unsafe fn harden() {
    // If the kernel rejects one of these, there is no alternative.
    let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
    let limit = rustix::process::getrlimit(Resource::Core);
    let _ = CORE_LIMIT.set(limit);
    let _ = rustix::process::setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: limit.maximum });
    // SAFETY: plain numbers.
    unsafe { libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    // SAFETY: as the caller guarantees.
    unsafe { move_environment() };
}

/// Returns whether this process ignores a signal, as under `nohup`.
#[must_use]
pub fn is_ignored(signal: i32) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action, the call only writes the current one, and has written all of it if it returns 0.
    unsafe {
        libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// Returns the limit of core files for children, soft and hard; `None` if it is that of this process.
pub(crate) fn core_limit() -> Option<(u64, u64)> {
    let limit = CORE_LIMIT.get()?;
    Some((limit.current.unwrap_or(libc::RLIM_INFINITY), limit.maximum.unwrap_or(libc::RLIM_INFINITY)))
}

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
}

/// Copies the environment and overwrites the original.
unsafe fn move_environment() {
    // SAFETY: `environ` is a list of pointers to texts that ends with a null pointer; there is no other thread.
    // The copies live as long as the process.
    unsafe {
        let mut copies: Vec<*mut c_char> = Vec::new();
        let mut entry = environ;
        while !entry.is_null() && !(*entry).is_null() {
            let text = *entry;
            let copy: CString = CStr::from_ptr(text).to_owned();
            let length = copy.as_bytes().len();
            copies.push(copy.into_raw());
            ptr::write_bytes(text, 0, length);
            entry = entry.add(1);
        }
        copies.push(ptr::null_mut());
        environ = Box::leak(copies.into_boxed_slice()).as_mut_ptr();
    }
}
