//! Global allocator of components: lists of free small blocks in front of libc's allocator, whose searches took a third of the
//! instructions of the component `file`.
//!
//! Libc and Rust free each other's blocks: strings from the host are allocated by whichever of them defines `cabi_realloc`.
//! So every block is one of libc, and a free block is used again only for exactly its size: a block of 20 bytes that libc
//! allocated has no room for 32.

#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// The largest size of small blocks.
const LARGEST: usize = 512;

/// The largest alignment of small blocks: libc's blocks have at least this one.
const ALIGNMENT: usize = 8;

/// A block that is not in use.
struct FreeBlock {
    next: *mut FreeBlock,
}

/// The allocator. For one thread.
pub(crate) struct SmallBlocks {
    /// The first free block of each size.
    free: [Cell<*mut FreeBlock>; LARGEST + 1],
}

// SAFETY: components have no threads, and the tests use an allocator of their own.
#[cfg(target_arch = "wasm32")]
unsafe impl Sync for SmallBlocks {}

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: SmallBlocks = SmallBlocks::new();

impl SmallBlocks {
    const fn new() -> Self {
        Self { free: [const { Cell::new(ptr::null_mut()) }; LARGEST + 1] }
    }

    /// Returns the list of free blocks for a layout; `None` if the block is large, or too small for a [`FreeBlock`].
    #[inline]
    fn list(&self, layout: Layout) -> Option<&Cell<*mut FreeBlock>> {
        if layout.size() < size_of::<FreeBlock>() || layout.align() > ALIGNMENT {
            return None;
        }
        self.free.get(layout.size())
    }
}

unsafe impl GlobalAlloc for SmallBlocks {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(list) = self.list(layout).filter(|list| !list.get().is_null()) else {
            // SAFETY: the caller upholds the same contract.
            return unsafe { System.alloc(layout) };
        };
        let block = list.get();
        // SAFETY: blocks in the list are valid, aligned and not in use.
        list.set(unsafe { (*block).next });
        block.cast()
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let Some(list) = self.list(layout) else {
            // SAFETY: the caller upholds the same contract.
            return unsafe { System.dealloc(pointer, layout) };
        };
        let block: *mut FreeBlock = pointer.cast();
        // SAFETY: the block is at least as large and as aligned as a `FreeBlock`, and no longer in use.
        unsafe { block.write(FreeBlock { next: list.get() }) };
        list.set(block);
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller ensures that the size is valid for this alignment.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        if self.list(layout).is_none() && self.list(new).is_none() {
            // SAFETY: the caller upholds the same contract.
            return unsafe { System.realloc(pointer, layout, size) };
        }
        // SAFETY: the blocks differ, and both have at least the size that is copied.
        unsafe {
            let target = self.alloc(new);
            if !target.is_null() {
                ptr::copy_nonoverlapping(pointer, target, layout.size().min(size));
                self.dealloc(pointer, layout);
            }
            target
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, 8).unwrap()
    }

    #[test]
    fn freed_block_is_used_for_the_next_of_its_size() {
        let blocks = SmallBlocks::new();
        // SAFETY: each block is freed with its layout, and not used afterwards.
        unsafe {
            let (first, second) = (blocks.alloc(layout(20)), blocks.alloc(layout(20)));
            assert!(first != second && (first as usize).is_multiple_of(ALIGNMENT));
            blocks.dealloc(first, layout(20));
            assert_ne!(blocks.alloc(layout(24)), first);
            assert_eq!(blocks.alloc(layout(20)), first);
            assert_ne!(blocks.alloc(layout(20)), first);
        }
    }

    #[test]
    fn blocks_of_the_system_and_of_the_lists_are_interchangeable() {
        let blocks = SmallBlocks::new();
        for size in [1, 4, 20, 512, 513, 5_000] {
            // SAFETY: each block is freed with its layout, and not used afterwards.
            unsafe {
                blocks.dealloc(System.alloc(layout(size)), layout(size));
                let block = blocks.alloc(layout(size));
                block.write_bytes(1, size);
                System.dealloc(block, layout(size));
            }
        }
    }

    #[test]
    fn content_is_kept_when_a_block_grows_and_shrinks() {
        let blocks = SmallBlocks::new();
        // SAFETY: each block is resized and freed with its layout.
        unsafe {
            let mut block = blocks.alloc(layout(3));
            ptr::copy_nonoverlapping(b"abc".as_ptr(), block, 3);
            let mut size = 3;
            for next in [16, 17, 512, 513, 100_000, 600, 40, 3] {
                block = blocks.realloc(block, layout(size), next);
                size = next;
                assert_eq!(std::slice::from_raw_parts(block, 3), b"abc");
            }
            blocks.dealloc(block, layout(size));
        }
    }

    #[test]
    fn blocks_do_not_overlap() {
        let blocks = SmallBlocks::new();
        let mut all: Vec<(*mut u8, usize)> = Vec::new();
        for round in 0..4_000 {
            let size = round * 7 % 512 + 1;
            // SAFETY: the size is not 0, and the block has it.
            let block = unsafe { blocks.alloc(layout(size)) };
            unsafe { block.write_bytes(round as u8, size) };
            all.push((block, size));
        }
        all.sort();
        assert!(all.windows(2).all(|pair| pair[0].0 as usize + pair[0].1 <= pair[1].0 as usize));
    }
}
