//! Ranges of numbers, times and sizes.

/// An integer range with inclusive bounds; `None` is unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IntegerRange {
    /// The lower bound.
    pub from: Option<i64>,
    /// The upper bound.
    pub to: Option<i64>,
}

/// A float range with inclusive bounds; `None` is unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FloatRange {
    /// The lower bound.
    pub from: Option<f64>,
    /// The upper bound.
    pub to: Option<f64>,
}

/// A range of timestamps or time spans with inclusive bounds; `None` is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange<T> {
    /// The lower bound.
    pub from: Option<T>,
    /// The upper bound.
    pub to: Option<T>,
}

/// Number of characters, elements or entries, with inclusive bounds. An explicit unlimited size is distinct
/// from a missing one: `Array[Integer, 0]` prints as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    min: u64,
    max: u64,
}

/// Explicitly no upper bound.
const UNBOUNDED: u64 = u64::MAX - 1;

/// Upper bound of an unspecified size.
const UNSAID: u64 = u64::MAX;

impl Size {
    /// An unspecified size, which covers any number.
    pub const ANY: Self = Self { min: 0, max: UNSAID };
    /// Empty.
    pub const ZERO: Self = Self { min: 0, max: 0 };
    /// At least one.
    pub const NOT_EMPTY: Self = Self { min: 1, max: UNBOUNDED };

    /// Returns a size; without a maximum it is unbounded.
    pub fn new(min: u64, max: Option<u64>) -> Self {
        Self { min, max: max.map_or(UNBOUNDED, |max| max.min(UNBOUNDED)) }
    }

    /// Returns the size of exactly the given number.
    pub fn exactly(count: usize) -> Self {
        let count = count as u64;
        Self { min: count, max: count }
    }

    /// Returns the minimum.
    pub fn min(self) -> u64 {
        self.min
    }

    /// Returns the maximum; `None` if it is unbounded.
    pub fn max(self) -> Option<u64> {
        (self.max < UNBOUNDED).then_some(self.max)
    }

    /// Returns whether a count is within the size.
    pub fn contains(self, count: usize) -> bool {
        (self.min..=self.max).contains(&(count as u64))
    }

    /// Returns whether the number of characters is within the size. Characters are counted only if the byte
    /// length is inconclusive.
    pub fn contains_length_of(self, text: &str) -> bool {
        let bytes = text.len() as u64;
        if bytes < self.min {
            return false;
        }
        // A character has at most four bytes.
        (self.max >= bytes && self.min <= bytes.div_ceil(4)) || self.contains(text.chars().count())
    }

    /// Returns whether every count of another size is within this one.
    pub fn covers(self, other: Self) -> bool {
        self.min <= other.min && (self.max >= UNBOUNDED || other.max <= self.max)
    }

    /// Returns the smallest size that covers both.
    pub fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// An integer range as a size; negative bounds become zero.
impl From<IntegerRange> for Size {
    fn from(range: IntegerRange) -> Self {
        let clamp = |bound: i64| u64::try_from(bound).unwrap_or(0);
        Self::new(clamp(range.from.unwrap_or(0)), range.to.map(clamp))
    }
}

impl IntegerRange {
    /// All integers.
    pub const ANY: Self = Self { from: None, to: None };

    /// Returns the range of a single number.
    pub fn exactly(value: i64) -> Self {
        Self { from: Some(value), to: Some(value) }
    }

    /// Returns whether a number is within the range.
    pub fn contains(self, value: i64) -> bool {
        self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to)
    }

    /// Returns whether every number of another range is within this one.
    pub fn covers(self, other: Self) -> bool {
        covers((self.from, self.to), (other.from, other.to))
    }

    /// Returns whether the range has both bounds.
    pub fn is_finite(self) -> bool {
        self.from.is_some() && self.to.is_some()
    }
}

impl FloatRange {
    /// All floats.
    pub const ANY: Self = Self { from: None, to: None };

    /// Returns the range of a single number.
    pub fn exactly(value: f64) -> Self {
        Self { from: Some(value), to: Some(value) }
    }

    /// Returns whether a number is within the range.
    pub fn contains(self, value: f64) -> bool {
        self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to)
    }

    /// Returns whether every number of another range is within this one.
    pub fn covers(self, other: Self) -> bool {
        covers((self.from, self.to), (other.from, other.to))
    }
}

impl<T: Copy + PartialOrd> TimeRange<T> {
    /// Any time.
    pub const ANY: Self = Self { from: None, to: None };

    /// Returns the range of a single time.
    pub fn exactly(value: T) -> Self {
        Self { from: Some(value), to: Some(value) }
    }

    /// Returns whether a time is within the range.
    pub fn contains(self, value: T) -> bool {
        self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to)
    }

    /// Returns whether every time of another range is within this one.
    pub fn covers(self, other: Self) -> bool {
        covers((self.from, self.to), (other.from, other.to))
    }
}

/// Returns whether one range is at least as wide as another.
fn covers<T: PartialOrd>(wide: (Option<T>, Option<T>), narrow: (Option<T>, Option<T>)) -> bool {
    let below = match (wide.0, narrow.0) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(wide), Some(narrow)) => wide <= narrow,
    };
    below
        && match (wide.1, narrow.1) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(wide), Some(narrow)) => narrow <= wide,
        }
}
