//! Cache for long comparisons of types. Types that share parts can be small and yet expand to very large
//! trees: thirty aliases that each refer twice to the previous one are a tree of a billion nodes. With the
//! cache, each pair is compared once.

use std::cell::{Cell, RefCell};
use std::mem::{Discriminant, discriminant};

use rustc_hash::FxHashMap;

use super::identity;
use crate::types::Type;

/// Number of comparisons before results are cached; nearly all checks need fewer.
const CACHE_THRESHOLD: u32 = 1_000;

/// A pair of types, each by its kind and identity.
type Pair = ((Discriminant<Type>, usize), (Discriminant<Type>, usize));

#[derive(Default)]
pub(super) struct AssignableCache {
    comparisons: Cell<u32>,
    results: RefCell<CachedResults>,
}

#[derive(Default)]
struct CachedResults {
    /// Results by pair. The types are kept alive so that their identities stay unique.
    pairs: FxHashMap<Pair, (bool, Type, Type)>,
    /// The pairs found assignable, in order. Such a result may depend on the assumption that an enclosing
    /// pair is assignable.
    assignable: Vec<Pair>,
}

impl AssignableCache {
    /// Returns the cached result of a pair, or computes it.
    pub(super) fn get_or_compute(&self, this: &Type, that: &Type, compare: impl FnOnce() -> bool) -> bool {
        let comparisons = self.comparisons.get();
        if comparisons < CACHE_THRESHOLD {
            self.comparisons.set(comparisons + 1);
            return compare();
        }
        let pair = ((discriminant(this), identity(this)), (discriminant(that), identity(that)));
        // An odd number is the address of a type without parts, which another type may have later.
        if pair.0.1 % 2 == 1 || pair.1.1 % 2 == 1 {
            return compare();
        }
        let cached = self.results.borrow().pairs.get(&pair).map(|(answer, ..)| *answer);
        if let Some(answer) = cached {
            return answer;
        }
        let mark = self.results.borrow().assignable.len();
        let answer = compare();
        let mut results = self.results.borrow_mut();
        if answer {
            results.assignable.push(pair);
        } else {
            for pair in results.assignable.split_off(mark) {
                results.pairs.remove(&pair);
            }
        }
        results.pairs.insert(pair, (answer, this.clone(), that.clone()));
        answer
    }
}

#[cfg(test)]
mod tests {
    use crate::issue::TypeIssue;
    use crate::{Aliases, Resolver, Type};

    struct Registry(Aliases);

    impl Resolver for Registry {
        fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
            Ok(self.0.get(name))
        }
    }

    /// Returns the last of thirty aliases, each of which refers twice to the previous one.
    fn doubled(registry: &mut Registry, letter: char, first: &str) -> Type {
        let mut last = Type::parse(first, registry).unwrap();
        for number in 0..30 {
            let name = format!("{letter}{number}");
            let before = if number == 0 { first.to_owned() } else { format!("{letter}{}", number - 1) };
            let target = Type::parse(&format!("Tuple[{before}, Optional[{before}]]"), registry).unwrap();
            registry.0.declare(&name);
            last = registry.0.define(&name, target).unwrap();
        }
        last
    }

    #[test]
    fn exponentially_large_aliases_are_compared_quickly() {
        let registry = &mut Registry(Aliases::new());
        let (narrow, wide, other) = (
            doubled(registry, 'A', "Integer[1, 2]"),
            doubled(registry, 'B', "Integer"),
            doubled(registry, 'C', "String"),
        );
        assert!(wide.is_assignable(&narrow) && wide.is_assignable(&wide));
        assert!(!narrow.is_assignable(&wide) && !other.is_assignable(&narrow) && !other.equals(&wide));
    }
}
