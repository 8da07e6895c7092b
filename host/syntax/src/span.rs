//! Byte ranges of tree nodes in their sources. Lines and columns are not stored; [`crate::SourceFile`]
//! computes them on demand.

/// Identifier of a source text within a compilation, assigned by [`crate::SourceMap`] or, for files that compilations share, by
/// [`crate::ParsedFiles`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

impl SourceId {
    /// The bit that distinguishes shared files from the texts of a compilation.
    const SHARED: u32 = 1 << 31;

    /// Returns the identifier of a shared file.
    pub(crate) const fn of_shared(number: u32) -> Self {
        Self(number | Self::SHARED)
    }

    pub(crate) const fn is_shared(self) -> bool {
        self.0 & Self::SHARED != 0
    }
}

/// A range of bytes in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source of the range.
    pub source: SourceId,
    /// The first byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// Returns the range `lo..hi` of `source`.
    pub const fn new(source: SourceId, lo: u32, hi: u32) -> Self {
        Self { source, lo, hi }
    }

    /// Returns the range from the start of `self` to the end of `other`, which must be in the same source.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { source: self.source, lo: self.lo, hi: if other.hi > self.lo { other.hi } else { self.lo } }
    }

    /// Returns the range as indices into the source text.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.lo as usize..self.hi as usize
    }

    /// Returns the length in bytes.
    pub const fn len(self) -> u32 {
        self.hi - self.lo
    }

    /// Returns whether the range is empty: a position between two bytes.
    pub const fn is_empty(self) -> bool {
        self.lo == self.hi
    }
}
