//! Allocator of components: a list of free blocks for each small size, and the allocator of the standard library for other sizes.
//!
//! A component has one thread, and most of its blocks are small and short-lived: texts and lists of one resource. The allocator of
//! the standard library takes about 110 instructions to allocate or free one, which was a third of the instructions of a provider
//! that compares files; this one takes about ten. Free blocks are used for the same size only.
#![expect(unsafe_code, reason = "an allocator handles uninitialised memory")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// Small sizes are rounded up to a multiple of this, which is the alignment of all small blocks.
const STEP: usize = 16;

/// Number of small sizes.
const SIZES: usize = 32;

/// The memory that is requested for small blocks.
const CHUNK: Layout = match Layout::from_size_align(16 << 10, STEP) {
    Ok(layout) => layout,
    Err(_) => panic!("the alignment is a power of two"),
};

/// The free blocks, and the rest of the last chunk.
pub(crate) struct BlockLists {
    /// The first free block of each size, which contains the address of the next one.
    free: [Cell<*mut u8>; SIZES],
    rest: Cell<*mut u8>,
    rest_size: Cell<usize>,
}

// SAFETY: a component has only one thread.
#[cfg(target_arch = "wasm32")]
unsafe impl Sync for BlockLists {}

impl BlockLists {
    pub(crate) const fn new() -> Self {
        Self {
            free: [const { Cell::new(ptr::null_mut()) }; SIZES],
            rest: Cell::new(ptr::null_mut()),
            rest_size: Cell::new(0),
        }
    }

    /// Returns the index of the list for a layout; `None` for large blocks.
    #[inline]
    fn index(layout: Layout) -> Option<usize> {
        let index = layout.size().div_ceil(STEP) - 1;
        (index < SIZES && layout.align() <= STEP).then_some(index)
    }

    /// Returns a block of the size with this index from the rest of the last chunk, or from a new one.
    #[cold]
    fn cut(&self, index: usize) -> *mut u8 {
        let size = (index + 1) * STEP;
        if self.rest_size.get() < size {
            // SAFETY: the layout has a size.
            let chunk = unsafe { System.alloc(CHUNK) };
            if chunk.is_null() {
                return chunk;
            }
            self.rest.set(chunk);
            self.rest_size.set(CHUNK.size());
        }
        let block = self.rest.get();
        self.rest.set(block.wrapping_add(size));
        self.rest_size.set(self.rest_size.get() - size);
        block
    }
}

// SAFETY: blocks come from the allocator of the standard library, which has the same contract, or are parts of its blocks that
// do not overlap: each is either in use or in the list of its size.
unsafe impl GlobalAlloc for BlockLists {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(index) = Self::index(layout) else {
            // SAFETY: by the contract of this function.
            return unsafe { System.alloc(layout) };
        };
        let block = self.free[index].get();
        if block.is_null() {
            return self.cut(index);
        }
        // SAFETY: a block in a list has at least 16 bytes with that alignment, and contains the address of the next one.
        self.free[index].set(unsafe { block.cast::<*mut u8>().read() });
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(index) = Self::index(layout) else {
            // SAFETY: by the contract of this function, and since large blocks come from there.
            return unsafe { System.dealloc(block, layout) };
        };
        // SAFETY: the block was allocated for this layout, so it has at least 16 bytes with that alignment, and it is not used
        // any more.
        unsafe { block.cast::<*mut u8>().write(self.free[index].get()) };
        self.free[index].set(block);
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: by the contract of this function, the new size is not zero and not too large for the alignment.
        let new_layout = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        match (Self::index(layout), Self::index(new_layout)) {
            // SAFETY: by the contract of this function, and since large blocks come from there.
            (None, None) => unsafe { System.realloc(block, layout, new_size) },
            (old, new) if old == new => block,
            _ => {
                // SAFETY: both blocks have at least the copied number of bytes and do not overlap.
                unsafe {
                    let new_block = self.alloc(new_layout);
                    if !new_block.is_null() {
                        ptr::copy_nonoverlapping(block, new_block, layout.size().min(new_size));
                        self.dealloc(block, layout);
                    }
                    new_block
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block in use, filled with a byte of its own.
    struct Block {
        start: *mut u8,
        layout: Layout,
        content: u8,
    }

    impl Block {
        fn new(lists: &BlockLists, size: usize, align: usize, content: u8) -> Self {
            let layout = Layout::from_size_align(size, align).unwrap();
            // SAFETY: the size is not zero, and the block has that size.
            unsafe {
                let start = lists.alloc(layout);
                start.write_bytes(content, size);
                Self { start, layout, content }
            }
        }

        fn is_intact(&self, size: usize) -> bool {
            // SAFETY: the block has that size and is initialised.
            let bytes = unsafe { std::slice::from_raw_parts(self.start, size) };
            self.start.addr().is_multiple_of(self.layout.align()) && bytes.iter().all(|byte| *byte == self.content)
        }

        fn resize(&mut self, lists: &BlockLists, size: usize) {
            // SAFETY: the block is in use and the size is not zero.
            unsafe {
                self.start = lists.realloc(self.start, self.layout, size);
                self.layout = Layout::from_size_align(size, self.layout.align()).unwrap();
                self.start.write_bytes(self.content, size);
            }
        }

        fn free(self, lists: &BlockLists) {
            // SAFETY: the block is in use.
            unsafe { lists.dealloc(self.start, self.layout) };
        }
    }

    #[test]
    fn allocator_keeps_contents_of_all_sizes() {
        let lists = BlockLists::new();
        let mut blocks: Vec<Block> = Vec::new();
        let mut random = 1u64;
        for round in 0..20_000usize {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let number = usize::try_from(random >> 40).unwrap();
            let size = 1 + number % if number % 7 == 0 { 3000 } else { 520 };
            match number % 5 {
                0 | 1 => blocks.push(Block::new(&lists, size, 1 << (number % 6), round.to_le_bytes()[0])),
                2 if !blocks.is_empty() => {
                    let chosen = number % blocks.len();
                    let block = &mut blocks[chosen];
                    let old = block.layout.size();
                    assert!(block.is_intact(old));
                    block.resize(&lists, size);
                }
                _ if !blocks.is_empty() => blocks.swap_remove(number % blocks.len()).free(&lists),
                _ => {}
            }
        }
        assert!(blocks.iter().all(|block| block.is_intact(block.layout.size())));
        blocks.into_iter().for_each(|block| block.free(&lists));
    }

    #[test]
    fn allocator_keeps_the_beginning_of_resized_blocks() {
        let lists = BlockLists::new();
        for (old, new) in [(1, 16), (16, 17), (40, 512), (512, 513), (513, 2000), (2000, 100), (100, 10)] {
            let mut block = Block::new(&lists, old, 8, 7);
            // SAFETY: the block is in use and the size is not zero.
            block.start = unsafe { lists.realloc(block.start, block.layout, new) };
            block.layout = Layout::from_size_align(new, 8).unwrap();
            assert!(block.is_intact(old.min(new)), "{old} to {new}");
            block.free(&lists);
        }
    }

    #[test]
    fn allocator_reuses_free_blocks() {
        let lists = BlockLists::new();
        let first = Block::new(&lists, 24, 8, 1);
        let start = first.start;
        first.free(&lists);
        let second = Block::new(&lists, 32, 16, 2);
        assert_eq!(second.start, start);
        second.free(&lists);
    }
}
