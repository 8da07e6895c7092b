//! Global allocator of components: free lists for small blocks in front of the allocator of the standard library, whose searches
//! took a third of the instructions of the component `file`. A freed small block is kept for later blocks of its size.

#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// Sizes of small blocks are multiples of this, which is also their alignment.
const STEP: usize = 16;

/// The number of sizes of small blocks.
const SIZES: usize = 32;

/// The size of the parts into which memory for small blocks is allocated.
const CHUNK: usize = 16 << 10;

/// A block that is not in use.
struct FreeBlock {
    next: *mut FreeBlock,
}

/// The allocator. For one thread.
pub(crate) struct SmallBlocks {
    /// The first free block of each size.
    free: [Cell<*mut FreeBlock>; SIZES],
    /// The unused rest of the last chunk.
    rest: Cell<*mut u8>,
    rest_size: Cell<usize>,
}

// SAFETY: components have no threads, and the tests use an allocator of their own.
#[cfg(target_arch = "wasm32")]
unsafe impl Sync for SmallBlocks {}

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: SmallBlocks = SmallBlocks::new();

impl SmallBlocks {
    const fn new() -> Self {
        Self {
            free: [const { Cell::new(ptr::null_mut()) }; SIZES],
            rest: Cell::new(ptr::null_mut()),
            rest_size: Cell::new(0),
        }
    }

    /// Returns the free list for blocks of a layout, and their size; `None` if they are large.
    #[inline]
    fn list(&self, layout: Layout) -> Option<(&Cell<*mut FreeBlock>, usize)> {
        if layout.align() > STEP {
            return None;
        }
        let list = self.free.get(layout.size().wrapping_sub(1) / STEP)?;
        Some((list, layout.size().next_multiple_of(STEP)))
    }

    /// Cuts a block from the last chunk, or from a new one. Returns null if there is no memory.
    #[cold]
    fn cut(&self, size: usize) -> *mut u8 {
        if self.rest_size.get() < size {
            let Ok(layout) = Layout::from_size_align(CHUNK, STEP) else { return ptr::null_mut() };
            // SAFETY: the size is not 0.
            let chunk = unsafe { System.alloc(layout) };
            if chunk.is_null() {
                return chunk;
            }
            self.rest.set(chunk);
            self.rest_size.set(CHUNK);
        }
        let block = self.rest.get();
        self.rest_size.set(self.rest_size.get() - size);
        // SAFETY: the rest of the chunk has at least this size.
        self.rest.set(unsafe { block.add(size) });
        block
    }
}

unsafe impl GlobalAlloc for SmallBlocks {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((list, size)) = self.list(layout) else {
            // SAFETY: the caller upholds the same contract.
            return unsafe { System.alloc(layout) };
        };
        let block = list.get();
        if block.is_null() {
            return self.cut(size);
        }
        // SAFETY: blocks in the list are valid, aligned and not in use.
        list.set(unsafe { (*block).next });
        block.cast()
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let Some((list, _)) = self.list(layout) else {
            // SAFETY: the block has this layout, so that it came from there.
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
        match (self.list(layout), self.list(new)) {
            // SAFETY: the caller upholds the same contract.
            (None, None) => unsafe { System.realloc(pointer, layout, size) },
            (Some((_, old)), Some((_, new))) if old == new => pointer,
            _ => {
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
            assert!(first != second && (first as usize).is_multiple_of(STEP));
            blocks.dealloc(first, layout(20));
            let other = blocks.alloc(layout(40));
            assert!(other != first);
            assert_eq!(blocks.alloc(layout(32)), first);
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
        let mut ends = 0;
        let mut all: Vec<(*mut u8, usize)> = Vec::new();
        for round in 0..4_000 {
            let size = round * 7 % 512 + 1;
            // SAFETY: the size is not 0, and the block has it.
            let block = unsafe { blocks.alloc(layout(size)) };
            unsafe { block.write_bytes(round as u8, size) };
            all.push((block, size));
            ends += size;
        }
        assert!(ends > 4 * CHUNK);
        all.sort();
        assert!(all.windows(2).all(|pair| pair[0].0 as usize + pair[0].1 <= pair[1].0 as usize));
    }
}
