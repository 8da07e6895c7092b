//! Global allocator: mimalloc, with a count of the bytes allocated per thread. A compilation compares the count of its
//! thread with its memory budget, so no value or function can bypass the budget.
#![expect(unsafe_code, reason = "an allocator is an unsafe trait; each call is passed to mimalloc unchanged")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use mimalloc::MiMalloc;

thread_local! {
    /// Bytes allocated by the current thread. The variable has no destructor and a constant initial value, so that
    /// it can be used while a thread starts or ends.
    static ALLOCATED: Cell<isize> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Counting;

/// Returns the bytes that this thread has allocated and not freed. Memory freed by another thread remains counted.
pub(crate) fn allocated_bytes() -> usize {
    ALLOCATED.with(|allocated_bytes| usize::try_from(allocated_bytes.get()).unwrap_or_default())
}

fn count(old: usize, new: usize) {
    ALLOCATED.with(|allocated_bytes| {
        allocated_bytes.set(allocated_bytes.get().wrapping_add_unsigned(new).wrapping_sub_unsigned(old))
    });
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        // SAFETY: the caller upholds the contract of this method, which is the same as mimalloc's.
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        // SAFETY: as above.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size(), 0);
        // SAFETY: as above; the memory came from mimalloc.
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), size);
        // SAFETY: as above; the memory came from mimalloc.
        unsafe { MiMalloc.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_a_thread_is_counted_until_it_is_freed() {
        let before = allocated_bytes();
        let mut bytes = Vec::<u8>::with_capacity(1 << 20);
        assert_eq!(allocated_bytes() - before, 1 << 20);
        bytes.reserve_exact(3 << 20);
        assert_eq!(allocated_bytes() - before, 3 << 20);
        drop(bytes);
        assert_eq!(allocated_bytes(), before);
    }
}
