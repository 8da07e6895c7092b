//! Search for the reasons why one type is not assignable to another.

use super::message::{Mismatch, PathStep, ReasonKind};
use crate::MAX_DEPTH;
use crate::types::{CallableType, HashType, Size, StructType, TupleType, Type};

/// Finds all reasons; empty if the actual type is assignable.
pub(super) fn describe(expected: &Type, actual: &Type, path: &[PathStep]) -> Vec<Mismatch> {
    if path.len() > MAX_DEPTH {
        return vec![Mismatch::of_type(path, expected, actual)];
    }
    let mut unresolved = None;
    expected.any_part(&mut |part| match part {
        Type::Reference(name) => {
            unresolved.get_or_insert_with(|| name.to_string());
            true
        }
        _ => false,
    });
    match unresolved {
        Some(name) => vec![Mismatch::new(path, ReasonKind::UnresolvedType(name))],
        None => Pair { expected: &expected.normalize(), original: expected, actual, path }.describe(),
    }
}

/// The expected type, as written and normalised, and the actual type.
struct Pair<'a> {
    expected: &'a Type,
    original: &'a Type,
    actual: &'a Type,
    path: &'a [PathStep],
}

impl Pair<'_> {
    fn describe(&self) -> Vec<Mismatch> {
        match self.expected {
            Type::Variant(types) => self.variant(types),
            Type::Struct(structure) => self.structure(structure),
            Type::Hash(hash) => self.hash(hash),
            Type::Tuple(tuple) => self.tuple(tuple),
            Type::Array(_) => self.array(),
            Type::Callable(callable) => self.callable(callable),
            Type::Optional(None) => Vec::new(),
            Type::Optional(Some(_)) if matches!(self.actual, Type::Undef) => Vec::new(),
            Type::Optional(Some(inner)) => {
                let original = if matches!(self.original, Type::Alias(_)) { self.original } else { self.expected };
                Pair { expected: inner, original, ..*self }.describe()
            }
            Type::Enum(_) | Type::Pattern(_) => vec![Mismatch::of_pattern(self.path, self.original, self.actual)],
            Type::Alias(alias) => match alias.target() {
                Some(target) => Pair { expected: &target.normalize(), original: self.expected, ..*self }.describe(),
                None => vec![Mismatch::new(self.path, ReasonKind::UnresolvedType(alias.name().to_owned()))],
            },
            _ if self.expected.is_assignable(self.actual) => Vec::new(),
            _ => self.mismatch(self.actual),
        }
    }

    fn mismatch(&self, actual: &Type) -> Vec<Mismatch> {
        vec![Mismatch::of_type(self.path, self.original, actual)]
    }

    fn at(&self, step: PathStep) -> Vec<PathStep> {
        let mut path = self.path.to_vec();
        path.push(step);
        path
    }

    fn variant(&self, types: &[Type]) -> Vec<Mismatch> {
        let mut choices = Vec::new();
        if matches!(self.original, Type::Optional(_)) {
            choices.push(Type::Undef);
        }
        choices.extend(types.iter().cloned());
        let mut found = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            let reasons = describe(choice, self.actual, &self.at(PathStep::Variant(index)));
            if reasons.is_empty() {
                return Vec::new();
            }
            found.push(reasons);
        }
        let merged = merge(self.path.len(), is_size, &found);
        match merged.as_slice() {
            [_] if matches!(self.original, Type::Alias(_)) => self.mismatch(self.actual),
            _ => merged,
        }
    }

    fn sized(&self, expected: Size, actual: Size) -> Vec<Mismatch> {
        vec![Mismatch::new(self.path, ReasonKind::Size { expected, actual })]
    }

    fn array(&self) -> Vec<Mismatch> {
        let Type::Array(expected) = self.expected else { return Vec::new() };
        match self.actual {
            Type::Tuple(tuple) => {
                let size = tuple.size.unwrap_or(Size::exactly(tuple.types.len()));
                if !expected.size.covers(size) {
                    return self.sized(expected.size, size);
                }
                let wrong = tuple.types.iter().enumerate().filter(|(_, part)| !expected.element.is_assignable(part));
                wrong
                    .flat_map(|(index, part)| describe(&expected.element, part, &self.at(PathStep::Index(index))))
                    .collect()
            }
            Type::Array(array) if expected.size.covers(array.size) => {
                self.mismatch(&Type::array_of(array.element.clone(), Size::ANY))
            }
            Type::Array(array) => self.sized(expected.size, array.size),
            _ => self.mismatch(self.actual),
        }
    }

    fn hash(&self, expected: &HashType) -> Vec<Mismatch> {
        match self.actual {
            Type::Struct(structure) => {
                let required = structure.elements.iter().filter(|element| !element.is_optional).count() as u64;
                let size = Size::new(required, Some(structure.elements.len() as u64));
                if !expected.size.covers(size) {
                    return self.sized(expected.size, size);
                }
                let mut found = Vec::new();
                for element in &structure.elements {
                    let key = element.key_type();
                    if !expected.key.is_assignable(&key) {
                        found.extend(describe(
                            &expected.key,
                            &key,
                            &self.at(PathStep::KeyOfEntry(element.name.to_string())),
                        ));
                    }
                    if !expected.value.is_assignable(&element.value) {
                        found.extend(describe(
                            &expected.value,
                            &element.value,
                            &self.at(PathStep::Entry(element.name.to_string())),
                        ));
                    }
                }
                found
            }
            Type::Hash(hash) if expected.size.covers(hash.size) => {
                self.mismatch(&Type::hash_of(hash.key.clone(), hash.value.clone(), Size::ANY))
            }
            Type::Hash(hash) => self.sized(expected.size, hash.size),
            _ => self.mismatch(self.actual),
        }
    }

    fn structure(&self, expected: &StructType) -> Vec<Mismatch> {
        match self.actual {
            Type::Struct(actual) => {
                let mut found = Vec::new();
                for element in &expected.elements {
                    let name = element.name.to_string();
                    let Some(theirs) = actual.element(&element.name) else {
                        if !element.is_optional {
                            found.push(Mismatch::new(self.path, ReasonKind::MissingKey(name)));
                        }
                        continue;
                    };
                    if !element.is_optional && theirs.is_optional {
                        let path = self.at(PathStep::KeyOfEntry(name.clone()));
                        found.extend(describe(&element.key_type(), &theirs.key_type(), &path));
                    }
                    if !element.value.is_assignable(&theirs.value) {
                        found.extend(describe(&element.value, &theirs.value, &self.at(PathStep::Entry(name))));
                    }
                }
                let unknown = actual.elements.iter().filter(|element| expected.element(&element.name).is_none());
                found
                    .extend(unknown.map(|element| {
                        Mismatch::new(self.path, ReasonKind::UnrecognizedKey(element.name.to_string()))
                    }));
                found
            }
            Type::Hash(hash) => {
                let required = expected.elements.iter().filter(|element| !element.is_optional).count() as u64;
                let size = Size::new(required, Some(expected.elements.len() as u64));
                if size.covers(hash.size) {
                    self.mismatch(&Type::hash_of(hash.key.clone(), hash.value.clone(), Size::ANY))
                } else {
                    self.sized(size, hash.size)
                }
            }
            _ => self.mismatch(self.actual),
        }
    }

    fn tuple(&self, expected: &TupleType) -> Vec<Mismatch> {
        tuple(expected, self.original, self.actual, self.path, |expected, actual| ReasonKind::Size { expected, actual })
    }

    fn callable(&self, expected: &CallableType) -> Vec<Mismatch> {
        let Type::Callable(actual) = self.actual else { return self.mismatch(self.actual) };
        let Some(parameters) = &expected.parameters else {
            return if self.expected.is_assignable(self.actual) { Vec::new() } else { self.mismatch(self.actual) };
        };
        let given = actual.parameters.as_ref().map_or(Type::tuple([], None), |tuple| Type::Tuple(tuple.clone()));
        let original = Type::Tuple(parameters.clone());
        let found =
            tuple(parameters, &original, &given, self.path, |expected, actual| ReasonKind::Count { expected, actual });
        if !found.is_empty() {
            return found;
        }
        let (returns, returned) =
            (expected.returns.clone().unwrap_or(Type::Any), actual.returns.clone().unwrap_or(Type::Any));
        if !returns.is_assignable(&returned) {
            return vec![Mismatch::of_type(&self.at(PathStep::Return), &returns, &returned)];
        }
        let (block, given) =
            (expected.block.clone().unwrap_or(Type::Undef), actual.block.clone().unwrap_or(Type::Undef));
        if given.is_assignable(&block) {
            return Vec::new();
        }
        vec![Mismatch::of_type(&self.at(PathStep::Block), &block, &given)]
    }
}

impl crate::types::StructElement {
    /// Returns the type of the key: its text, optional if the key may be absent.
    fn key_type(&self) -> Type {
        let text = Type::Text(self.name.clone());
        if self.is_optional { Type::optional(text) } else { text }
    }
}

fn tuple(
    expected: &TupleType,
    original: &Type,
    actual: &Type,
    path: &[PathStep],
    wrong_size: fn(Size, Size) -> ReasonKind,
) -> Vec<Mismatch> {
    let size = expected.effective_size();
    let at = |index: usize| {
        let mut longer = path.to_vec();
        longer.push(PathStep::Index(index));
        longer
    };
    match actual {
        Type::Tuple(actual) if **actual == *expected => Vec::new(),
        Type::Array(_) if expected.types.is_empty() => Vec::new(),
        Type::Tuple(actual) => {
            if !size.covers(actual.effective_size()) {
                return vec![Mismatch::new(path, wrong_size(size, actual.effective_size()))];
            }
            let parts = actual.types.iter().enumerate().filter_map(|(index, part)| {
                // As in Puppet, all elements beyond the last type have its index.
                let index = index.min(expected.types.len().checked_sub(1)?);
                expected.types.get(index).map(|expected| describe(expected, part, &at(index)))
            });
            parts.flatten().collect()
        }
        Type::Array(array) => {
            if !size.covers(array.size) {
                return vec![Mismatch::new(path, wrong_size(size, array.size))];
            }
            let parts = expected.types.iter().enumerate();
            parts.flat_map(|(index, part)| describe(part, &array.element, &at(index))).collect()
        }
        _ => vec![Mismatch::of_type(path, original, actual)],
    }
}

fn is_size(kind: &ReasonKind) -> bool {
    matches!(kind, ReasonKind::Size { .. })
}

pub(super) fn is_count(kind: &ReasonKind) -> bool {
    matches!(kind, ReasonKind::Count { .. })
}

/// Merges equal reasons of several variants into one; `position` is the index of the variant step in their paths.
pub(super) fn merge(position: usize, is_size: fn(&ReasonKind) -> bool, choices: &[Vec<Mismatch>]) -> Vec<Mismatch> {
    let mut found: Vec<Mismatch> = choices.iter().flatten().cloned().collect();
    let kinds: [fn(&ReasonKind) -> bool; 4] = [
        is_size,
        |kind| matches!(kind, ReasonKind::MissingBlock),
        |kind| matches!(kind, ReasonKind::UnexpectedBlock),
        |kind| matches!(kind, ReasonKind::Type { .. } | ReasonKind::Pattern { .. }),
    ];
    for is_kind in kinds {
        let alike: Vec<&Mismatch> = found.iter().filter(|reason| is_kind(&reason.kind)).collect();
        if alike.len() != choices.len() {
            continue;
        }
        let mut rest = alike.into_iter();
        let Some(first) = rest.next().cloned() else { continue };
        let merged = rest.try_fold(first, |merged, next| merged.is_at_same_place(next).then(|| joined(merged, next)));
        if let Some(merged) = merged {
            found = vec![merged];
            break;
        }
    }
    let mut unique: Vec<Mismatch> = Vec::new();
    for reason in found {
        // As in Puppet, reasons about a type, size or key are not merged.
        let is_plain = matches!(reason.kind, ReasonKind::MissingBlock | ReasonKind::UnexpectedBlock);
        if !(is_plain && unique.iter().any(|known| known.is_same(&reason))) {
            unique.push(reason);
        }
    }
    match unique.as_slice() {
        [only] => vec![only.without_step(position)],
        _ => unique,
    }
}

/// Combines two reasons: adds expected types, or widens a size.
fn joined(mut merged: Mismatch, next: &Mismatch) -> Mismatch {
    match (&mut merged.kind, &next.kind) {
        (ReasonKind::Type { expected, .. }, ReasonKind::Type { expected: more, .. }) => {
            expected.extend(more.iter().filter(|part| !expected.contains(part)).cloned().collect::<Vec<_>>());
        }
        (ReasonKind::Type { expected, .. }, ReasonKind::Pattern { expected: more, .. }) if !expected.contains(more) => {
            expected.push(more.clone());
        }
        (ReasonKind::Pattern { expected, .. }, ReasonKind::Pattern { expected: more, .. }) => {
            *expected = Type::variant_or_single([expected.clone(), more.clone()]).normalize();
        }
        (ReasonKind::Pattern { expected, .. }, ReasonKind::Type { expected: more, .. }) => {
            let all = std::iter::once(expected.clone()).chain(more.iter().cloned());
            *expected = Type::variant_or_single(all).normalize();
        }
        (ReasonKind::Size { expected, .. }, ReasonKind::Size { expected: more, .. })
        | (ReasonKind::Count { expected, .. }, ReasonKind::Count { expected: more, .. }) => {
            *expected = expected.hull(*more)
        }
        _ => {}
    }
    merged
}
