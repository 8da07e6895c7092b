//! Iteration over values, and lazy sequences. Elements are created on demand, so `Integer[1, 1000000000].step(2)` is
//! cheap.

use std::sync::{Arc, OnceLock};

use datatype::{IntegerRange, Size, Type};

use super::Value;

/// A lazy sequence: the elements `first`, `first + step`, … of an indexable source.
#[derive(Clone, Debug)]
pub struct LazySequence {
    source: Source,
    /// The type of the elements, computed on first use.
    element: OnceLock<Type>,
    /// Whether the sequence is allowed as the value of an attribute. Puppet: only the result of `tree_each` is.
    is_lasting: bool,
    first: i64,
    step: i64,
    count: i64,
}

/// Returns the type of the integers from 0 to `count - 1`.
fn below(count: i64) -> Type {
    match count {
        1.. => Type::Integer(IntegerRange { from: Some(0), to: Some(count - 1) }),
        _ => Type::Unit,
    }
}

/// Returns the union of the types of some values, generalized if there are too many.
fn together<'v>(values: impl Iterator<Item = &'v Value>) -> Type {
    let mut types: Vec<Type> = Vec::new();
    let mut is_exact = true;
    for value in values {
        let exact = Type::infer_set(value);
        let data_type = if is_exact { exact } else { exact.generalize() };
        if types.contains(&data_type) {
            continue;
        }
        types.push(data_type);
        if is_exact && types.len() > MAXIMUM_TYPES {
            is_exact = false;
            let general: Vec<Type> = types.iter().map(Type::generalize).collect();
            types.clear();
            general.into_iter().for_each(|each| {
                if !types.contains(&each) {
                    types.push(each)
                }
            });
        }
    }
    if types.is_empty() { Type::Unit } else { Type::variant_or_single(types) }
}

/// Maximum number of exact types in the element type of an iterator.
const MAXIMUM_TYPES: usize = 200;

/// An indexable value.
#[derive(Clone, Debug)]
enum Source {
    /// Consecutive integers, starting with this one.
    Integers(i64),
    /// The elements of an array, characters of a string, or values of an enum.
    Elements(Arc<[Value]>),
    /// The pairs of a hash.
    Pairs(Arc<[Value]>),
}

impl LazySequence {
    /// Returns a sequence over a value: the elements of an array, the pairs of a hash, the characters of a string, the
    /// integers from 0 to `n - 1`, the members of an integer range or enum type. `None` if the value is not iterable.
    #[must_use]
    pub fn over(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Array(elements) => Self::all(Arc::clone(elements)),
            Value::Hash(hash) => {
                let pairs = hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect();
                Self::new(Source::Pairs(pairs), hash.len())
            }
            Value::String(text) => {
                let mut buffer = [0; 4];
                let letters = text.chars().map(|letter| Value::from(&*letter.encode_utf8(&mut buffer))).collect();
                Self::all(letters).of(Type::String(Size::new(1, Some(1))))
            }
            Value::Integer(count) => {
                Self { count: (*count).max(0), ..Self::new(Source::Integers(0), 0) }.of(below(*count))
            }
            Value::Iterator(lazy) => Self::clone(lazy),
            Value::Type(data_type) => match &**data_type {
                Type::Integer(range) => {
                    let from = range.from?;
                    let count = range.to?.checked_sub(from)?.checked_add(1)?;
                    Self { count: count.max(0), ..Self::new(Source::Integers(from), 0) }.of(Type::clone(data_type))
                }
                Type::Enum(names) => {
                    Self::all(names.values().iter().cloned().map(Value::String).collect()).of(Type::clone(data_type))
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    fn all(elements: Arc<[Value]>) -> Self {
        let count = elements.len();
        Self::new(Source::Elements(elements), count)
    }

    fn new(source: Source, count: usize) -> Self {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        Self { source, element: OnceLock::new(), is_lasting: false, first: 0, step: 1, count }
    }

    /// Sets the element type, for sources where it isn't computed from the elements.
    fn of(self, element: Type) -> Self {
        Self { element: OnceLock::from(element), ..self }
    }

    /// Marks the sequence as allowed in attributes.
    #[must_use]
    pub fn lasting(self) -> Self {
        Self { is_lasting: true, ..self }
    }

    /// Returns whether the sequence is allowed as the value of an attribute.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        self.is_lasting
    }

    /// Returns whether the elements are key-value pairs.
    #[must_use]
    pub fn is_pairs(&self) -> bool {
        matches!(self.source, Source::Pairs(_))
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> i64 {
        self.count
    }

    /// Returns the common type of all elements of the source, including skipped ones.
    #[must_use]
    pub fn element_type(&self) -> &Type {
        self.element.get_or_init(|| match &self.source {
            Source::Integers(_) => Type::Integer(IntegerRange::default()),
            Source::Elements(elements) => together(elements.iter()),
            Source::Pairs(pairs) => {
                let part = |index: usize| together(pairs.iter().filter_map(|pair| pair.as_array()?.get(index)));
                Type::tuple([part(0), part(1)], Some(Size::new(2, Some(2))))
            }
        })
    }

    /// Returns whether the sequence is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the element at an index.
    #[must_use]
    pub fn at(&self, index: i64) -> Option<Value> {
        if index < 0 || index >= self.count {
            return None;
        }
        let place = self.first + self.step * index;
        match &self.source {
            Source::Integers(from) => Some(Value::Integer(from + place)),
            Source::Elements(elements) | Source::Pairs(elements) => elements.get(usize::try_from(place).ok()?).cloned(),
        }
    }

    /// Returns the sequence in reverse order.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let last = self.first + self.step * (self.count - 1).max(0);
        Self { first: last, step: -self.step, ..self.clone() }
    }

    /// Returns every `stride`-th element, starting with the first; `stride` is at least 1.
    #[must_use]
    pub fn stepped(&self, stride: i64) -> Self {
        let count = if self.count == 0 { 0 } else { (self.count - 1) / stride + 1 };
        // The product only overflows if the stride exceeds the length; then there is one element and the step is
        // unused.
        Self { step: self.step.saturating_mul(stride), count, ..self.clone() }
    }

    /// Goes over pairs of index and element, or of key and value if the elements are pairs.
    pub fn numbered(&self) -> impl Iterator<Item = [Value; 2]> + use<> {
        let is_pairs = self.is_pairs();
        self.elements().enumerate().map(move |(index, element)| match element {
            Value::Array(pair) if is_pairs => [pair[0].clone(), pair[1].clone()],
            element => [Value::from(index), element],
        })
    }

    /// Iterates over the elements.
    #[must_use]
    pub fn elements(&self) -> LazyElements {
        LazyElements { lazy: self.clone(), next: 0 }
    }
}

/// Iterator over the elements of a lazy sequence.
#[derive(Clone, Debug)]
pub struct LazyElements {
    lazy: LazySequence,
    next: i64,
}

impl Iterator for LazyElements {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let value = self.lazy.at(self.next)?;
        self.next += 1;
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.lazy.count - self.next).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl ExactSizeIterator for LazyElements {}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(lazy: &LazySequence) -> Vec<i64> {
        lazy.elements().map(|value| value.as_integer().unwrap()).collect()
    }

    #[test]
    fn step_and_reverse_compose_lazily() {
        let billions = LazySequence::over(&Value::Integer(3_000_000_000)).unwrap();
        assert_eq!(numbers(&billions.stepped(1_000_000_000)), [0, 1_000_000_000, 2_000_000_000]);
        let ten = LazySequence::over(&Value::Integer(10)).unwrap();
        assert_eq!(numbers(&ten.stepped(3).reversed()), [9, 6, 3, 0]);
        assert_eq!(numbers(&ten.reversed().stepped(4)), [9, 5, 1]);
        assert_eq!(numbers(&ten.stepped(100)), [0]);
        assert_eq!(numbers(&LazySequence::over(&Value::Integer(-2)).unwrap().reversed()), [0_i64; 0]);
    }

    #[test]
    fn strings_yield_characters_and_hashes_yield_pairs() {
        let letters = LazySequence::over(&Value::from("aé")).unwrap();
        assert_eq!(letters.elements().collect::<Vec<_>>(), [Value::from("a"), Value::from("é")]);
        assert!(LazySequence::over(&Value::Undef).is_none());
    }
}
