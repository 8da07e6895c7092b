//! Recursion with a stack that grows.

/// Minimum remaining stack before the stack grows.
const RED_ZONE: usize = 512 * 1024;

/// Size of a stack segment.
const SEGMENT: usize = 4 * 1024 * 1024;

/// Calls a function with enough stack for one step of a recursion.
#[inline]
pub fn with_stack<T>(inner: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, SEGMENT, inner)
}
