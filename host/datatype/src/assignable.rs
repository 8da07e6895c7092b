//! Assignability: whether every value of one type is a value of another. Does not check individual values.

mod memory;

use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::alias::BuiltinAlias;
use crate::types::{CallableType, HashType, IntegerRange, Size, StructType, TupleType, Type};

use memory::AssignableCache;

impl Type {
    /// Returns whether every value of `other` is a value of this type.
    pub fn is_assignable(&self, other: &Self) -> bool {
        Walk { depth: 0, trail: None, memory: &AssignableCache::default() }.is_assignable(self, other)
    }

    /// Returns whether two types are equal, or mutually assignable: the semantics of `==` on types.
    pub fn equals(&self, other: &Self) -> bool {
        self == other || (self.is_assignable(other) && other.is_assignable(self))
    }
}

/// State of a comparison. Aliases may be recursive: a pair of types that recurs within its own comparison is
/// assumed to be assignable. The trail is on the stack; only long comparisons allocate.
#[derive(Clone, Copy)]
struct Walk<'a> {
    depth: usize,
    trail: Option<&'a Step<'a>>,
    memory: &'a AssignableCache,
}

struct Step<'a> {
    pair: (usize, usize),
    before: Option<&'a Step<'a>>,
}

impl Walk<'_> {
    fn has_visited(self, pair: (usize, usize)) -> bool {
        let mut step = self.trail;
        while let Some(current) = step {
            if current.pair == pair {
                return true;
            }
            step = current.before;
        }
        false
    }

    fn is_assignable(self, this: &Type, that: &Type) -> bool {
        if self.depth > MAX_DEPTH {
            return false;
        }
        self.memory.get_or_compute(this, that, || self.is_assignable_here(this, that))
    }

    /// Applies the general rules, by the kind of the other type.
    fn is_assignable_here(self, this: &Type, that: &Type) -> bool {
        let walk = Walk { depth: self.depth + 1, ..self };
        match (this, that) {
            (Type::Any | Type::Unit, _) | (_, Type::Unit) => true,
            (Type::Alias(mine), Type::Alias(theirs)) if mine.identity() == theirs.identity() => true,
            (Type::Alias(alias), _) => match alias.as_builtin() {
                Some(builtin) if builtin.is_plain_data() => walk.is_data(builtin, that),
                _ => walk.through_alias(this, that, |walk| {
                    alias.end().is_some_and(|target| walk.is_assignable(&target, that))
                }),
            },
            (_, Type::Alias(alias)) => walk
                .through_alias(this, that, |walk| alias.end().is_some_and(|target| walk.is_assignable(this, &target))),
            (Type::Variant(types), Type::Undef) if types.is_empty() => false,
            (Type::Variant(types), Type::Variant(_)) if types.is_empty() => true,
            (Type::NotUndef(_), Type::Variant(types)) if types.is_empty() => walk.rule(this, that),
            (_, Type::Variant(types)) => !types.is_empty() && types.iter().all(|part| walk.is_assignable(this, part)),
            (_, Type::Optional(inner)) => {
                walk.is_assignable(this, &Type::Undef)
                    && inner.as_ref().is_none_or(|inner| walk.is_assignable(this, inner))
            }
            (_, Type::NotUndef(Some(inner))) if !walk.is_assignable(inner, &Type::Undef) => {
                walk.is_assignable(this, inner)
            }
            _ => walk.rule(this, that),
        }
    }

    fn through_alias(self, this: &Type, that: &Type, test: impl FnOnce(Walk<'_>) -> bool) -> bool {
        let pair = (identity(this), identity(that));
        if self.has_visited(pair) {
            return true;
        }
        let step = Step { pair, before: self.trail };
        test(Walk { trail: Some(&step), ..self })
    }

    /// Applies the rules of each type to another type that is not a union.
    fn rule(self, this: &Type, that: &Type) -> bool {
        match (this, that) {
            (Type::Scalar, _) => is_scalar(that),
            (Type::ScalarData, _) => is_scalar_data(that),
            (Type::Numeric, _) => matches!(that, Type::Numeric | Type::Integer(_) | Type::Float(_)),
            (Type::Boolean(wide), Type::Boolean(narrow)) => wide.is_none() || wide == narrow,
            (Type::Integer(wide), Type::Integer(narrow)) => wide.covers(*narrow),
            (Type::Float(wide), Type::Float(narrow)) => wide.covers(*narrow),
            (Type::String(size), _) => text_size(that).is_some_and(|narrow| size.covers(narrow)),
            (Type::Text(text), Type::Text(other)) => text == other,
            (Type::Text(text), Type::Enum(other)) => {
                matches!(other.values(), [only] if only == text && !other.ignores_case())
            }
            (Type::Enum(_) | Type::Pattern(_), _) => is_text_within(this, that),
            (Type::Regexp(wide), Type::Regexp(narrow)) => wide.is_none() || wide == narrow,
            (Type::Collection(size), _) => collection_size(that).is_some_and(|narrow| size.covers(narrow)),
            (Type::Array(wide), Type::Array(narrow)) => {
                wide.size.covers(narrow.size) && self.is_assignable(&wide.element, &narrow.element)
            }
            (Type::Array(wide), Type::Tuple(narrow)) => {
                wide.size.covers(narrow.size.unwrap_or(Size::exactly(narrow.types.len())))
                    && narrow.types.iter().all(|part| self.is_assignable(&wide.element, part))
            }
            (Type::Tuple(wide), Type::Tuple(narrow)) => self.tuple(wide, narrow),
            (Type::Tuple(wide), Type::Array(narrow)) => {
                let count = narrow
                    .size
                    .max()
                    .map_or(wide.types.len(), |max| wide.types.len().min(usize::try_from(max).unwrap_or(usize::MAX)));
                wide.effective_size().covers(narrow.size)
                    && wide.types.iter().take(count).all(|part| self.is_assignable(part, &narrow.element))
            }
            (Type::Hash(wide), _) => self.hash(wide, that),
            (Type::Struct(wide), _) => self.structure(wide, that),
            (Type::Iterable(None), _) => that.is_iterable(),
            (Type::Iterable(Some(element)), _) if matches!(**element, Type::Any) => that.is_iterable(),
            (Type::Iterable(Some(wide)), _) => match that.iterated() {
                Some(Some(element)) => self.is_assignable(wide, &element),
                Some(None) | None => false,
            },
            (Type::Iterator(wide), Type::Iterator(narrow)) => self.contained(wide.as_ref(), narrow.as_ref()),
            (Type::Optional(inner), _) => {
                matches!(that, Type::Undef) || inner.as_ref().is_none_or(|inner| self.is_assignable(inner, that))
            }
            (Type::NotUndef(inner), _) => {
                !self.is_assignable(that, &Type::Undef)
                    && inner.as_ref().is_none_or(|inner| self.is_assignable(inner, that))
            }
            (Type::Variant(types), _) => types.iter().any(|part| self.is_assignable(part, that)),
            (Type::Type(wide), Type::Type(narrow)) => self.contained(wide.as_ref(), narrow.as_ref()),
            (Type::Sensitive(wide), Type::Sensitive(narrow)) => self.contained(wide.as_ref(), narrow.as_ref()),
            (Type::Callable(wide), Type::Callable(narrow)) => self.callable(wide, narrow),
            (Type::Init(_), _) => self.init(this, that),
            _ => is_leaf_within(this, that),
        }
    }

    /// A type without a parameter accepts all of its kind; one with a parameter requires an assignable parameter.
    fn contained(self, wide: Option<&Arc<Type>>, narrow: Option<&Arc<Type>>) -> bool {
        match (wide, narrow) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(wide), Some(narrow)) => self.is_assignable(wide, narrow),
        }
    }

    fn tuple(self, wide: &TupleType, narrow: &TupleType) -> bool {
        let size = wide.effective_size();
        if !size.covers(narrow.effective_size()) {
            return false;
        }
        if wide.types.is_empty() {
            return true;
        }
        if narrow.types.is_empty() {
            return size.min() == 0;
        }
        let mut parts = narrow.types.iter().enumerate();
        parts.all(|(index, part)| wide.type_at(index).is_some_and(|wide| self.is_assignable(wide, part)))
    }

    fn hash(self, wide: &HashType, that: &Type) -> bool {
        match that {
            Type::Hash(narrow) => {
                if wide.size.min() == 0 && narrow.is_empty() {
                    return true;
                }
                wide.size.covers(narrow.size)
                    && self.is_assignable(&wide.key, &narrow.key)
                    && self.is_assignable(&wide.value, &narrow.value)
            }
            Type::Struct(narrow) => {
                wide.size.contains(narrow.elements.len())
                    && narrow.elements.iter().all(|element| {
                        self.is_assignable(&wide.key, &Type::Text(Arc::clone(&element.name)))
                            && self.is_assignable(&wide.value, &element.value)
                    })
            }
            _ => false,
        }
    }

    fn structure(self, wide: &StructType, that: &Type) -> bool {
        match that {
            Type::Struct(narrow) => {
                let mut matched = 0;
                wide.elements.iter().all(|mine| match narrow.element(&mine.name) {
                    None => mine.is_optional,
                    Some(theirs) => {
                        matched += 1;
                        (mine.is_optional || !theirs.is_optional) && self.is_assignable(&mine.value, &theirs.value)
                    }
                }) && matched == narrow.elements.len()
            }
            Type::Hash(narrow) => {
                let mut required = wide.elements.iter().filter(|element| !element.is_optional);
                let count = required.clone().count() as u64;
                required.all(|element| {
                    self.is_assignable(&element.value, &narrow.value)
                        && self.is_assignable(&Type::String(Size::ANY), &narrow.key)
                }) && Size::new(count, Some(wide.elements.len() as u64)).covers(narrow.size)
            }
            _ => false,
        }
    }

    /// Callables are contravariant in their parameters and covariant in their return types.
    fn callable(self, wide: &CallableType, narrow: &CallableType) -> bool {
        let returns = wide
            .returns
            .as_ref()
            .is_none_or(|wide| self.is_assignable(wide, narrow.returns.as_ref().unwrap_or(&Type::Any)));
        if !returns {
            return false;
        }
        let Some(wide_parameters) = &wide.parameters else { return true };
        let Some(narrow_parameters) = &narrow.parameters else { return false };
        self.tuple(narrow_parameters, wide_parameters) && {
            let (wide, narrow) =
                (wide.block.as_ref().unwrap_or(&Type::Undef), narrow.block.as_ref().unwrap_or(&Type::Undef));
            self.is_assignable(narrow, wide)
        }
    }

    fn init(self, this: &Type, that: &Type) -> bool {
        let Type::Init(init) = this else { return false };
        match (&init.target, that) {
            (None, Type::Init(_)) => true,
            (None, _) => self.is_assignable(&Type::builtin(BuiltinAlias::RichData), that),
            (Some(wide), Type::Init(narrow)) => {
                narrow.target.as_ref().is_some_and(|narrow| self.is_assignable(wide, narrow))
            }
            (Some(target), _) => {
                self.is_assignable(target, that) || init.accepted().is_some_and(|accepted| accepted.accepts_type(that))
            }
        }
    }

    /// Compares with `Data` and `RichData` without building their targets.
    fn is_data(self, data: BuiltinAlias, that: &Type) -> bool {
        let is_rich = !matches!(data, BuiltinAlias::Data);
        let is_part = |part: &Type| self.deeper().is_some_and(|walk| walk.is_data(data, part));
        match that {
            Type::Unit | Type::Undef => true,
            Type::Alias(alias) => match alias.as_builtin() {
                Some(BuiltinAlias::Data) => true,
                Some(BuiltinAlias::RichDataKey | BuiltinAlias::LookupKey) => {
                    is_rich || is_part(&alias.target().unwrap_or(Type::Any))
                }
                Some(BuiltinAlias::RichData | BuiltinAlias::LookupValue) => is_rich,
                None => self.through_alias(&Type::builtin(data), that, |walk| {
                    alias.target().is_some_and(|target| walk.is_data(data, &target))
                }),
            },
            Type::Variant(types) => !types.is_empty() && types.iter().all(is_part),
            Type::Optional(inner) => inner.as_ref().is_none_or(|inner| is_part(inner)),
            Type::NotUndef(Some(inner)) if !inner.is_assignable(&Type::Undef) => is_part(inner),
            Type::Array(array) => is_part(&array.element),
            Type::Tuple(tuple) => tuple.types.iter().all(is_part),
            Type::Hash(hash) => {
                let key = if is_rich { Type::builtin(BuiltinAlias::RichDataKey) } else { Type::String(Size::ANY) };
                hash.is_empty() || (key.is_assignable(&hash.key) && is_part(&hash.value))
            }
            Type::Struct(structure) => structure.elements.iter().all(|element| is_part(&element.value)),
            _ if is_scalar_data(that) => true,
            Type::Default
            | Type::SemVerRange
            | Type::Binary
            | Type::Sensitive(_)
            | Type::Type(_)
            | Type::TypeSet(_)
            | Type::Uri(_)
            | Type::Object(_)
            | Type::ObjectExtension(_)
            | Type::Deferred
            | Type::Error => is_rich,
            _ => is_rich && is_scalar(that),
        }
    }

    fn deeper(self) -> Option<Self> {
        (self.depth <= MAX_DEPTH).then_some(Self { depth: self.depth + 1, ..self })
    }
}

impl BuiltinAlias {
    fn is_plain_data(self) -> bool {
        matches!(self, Self::Data | Self::RichData | Self::LookupValue)
    }
}

impl HashType {
    /// Returns whether this is the type of the empty hash.
    pub(crate) fn is_empty(&self) -> bool {
        self.size == Size::ZERO
    }
}

/// Returns a number that identifies a type during the comparison.
fn identity(data_type: &Type) -> usize {
    match data_type {
        Type::Alias(alias) => alias.identity(),
        Type::Array(shared) => Arc::as_ptr(shared) as usize,
        Type::Tuple(shared) => Arc::as_ptr(shared) as usize,
        Type::Hash(shared) => Arc::as_ptr(shared) as usize,
        Type::Struct(shared) => Arc::as_ptr(shared) as usize,
        Type::Callable(shared) => Arc::as_ptr(shared) as usize,
        Type::Variant(shared) => shared.as_ptr() as usize,
        Type::Iterable(Some(shared))
        | Type::Iterator(Some(shared))
        | Type::Optional(Some(shared))
        | Type::NotUndef(Some(shared))
        | Type::Type(Some(shared))
        | Type::Sensitive(Some(shared)) => Arc::as_ptr(shared) as usize,
        // Odd, so that it differs from the address of a value that the type may be the first field of.
        _ => std::ptr::from_ref(data_type) as usize | 1,
    }
}

fn is_scalar_data(data_type: &Type) -> bool {
    matches!(
        data_type,
        Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::String(_)
            | Type::Text(_)
            | Type::Enum(_)
            | Type::Pattern(_)
    )
}

fn is_scalar(data_type: &Type) -> bool {
    is_scalar_data(data_type)
        || matches!(
            data_type,
            Type::Scalar
                | Type::Regexp(_)
                | Type::SemVer(_)
                | Type::SemVerRange
                | Type::Timespan(_)
                | Type::Timestamp(_)
        )
}

/// Returns the length of the strings of a type, if it is a type of strings.
fn text_size(data_type: &Type) -> Option<Size> {
    match data_type {
        Type::String(size) => Some(*size),
        Type::Text(text) => Some(Size::exactly(text.chars().count())),
        Type::Pattern(_) => Some(Size::ANY),
        Type::Enum(enumeration) => {
            let lengths = enumeration.values().iter().map(|value| Size::exactly(value.chars().count()));
            Some(lengths.reduce(Size::hull).unwrap_or(Size::ANY))
        }
        _ => None,
    }
}

/// Returns whether all strings of a type are in an enum or match a pattern.
fn is_text_within(this: &Type, that: &Type) -> bool {
    if this == that {
        return true;
    }
    let (is_unlimited, contains): (bool, &dyn Fn(&str) -> bool) = match this {
        Type::Enum(wide) => (wide.values().is_empty(), &|text| wide.contains(text)),
        Type::Pattern(wide) => {
            (wide.is_empty(), &|text| wide.iter().any(|regex| regex.is_match(text).unwrap_or(false)))
        }
        _ => return false,
    };
    match that {
        Type::String(_) | Type::Pattern(_) => is_unlimited,
        Type::Text(text) => is_unlimited || contains(text),
        Type::Enum(narrow) => {
            let keeps_case = match this {
                Type::Enum(wide) => wide.ignores_case() || !narrow.ignores_case(),
                _ => true,
            };
            is_unlimited
                || (!narrow.values().is_empty() && keeps_case && narrow.values().iter().all(|value| contains(value)))
        }
        _ => false,
    }
}

fn collection_size(data_type: &Type) -> Option<Size> {
    match data_type {
        Type::Collection(size) => Some(*size),
        Type::Array(array) => Some(array.size),
        Type::Hash(hash) => Some(hash.size),
        Type::Tuple(tuple) => Some(tuple.size.unwrap_or(Size::exactly(tuple.types.len()))),
        Type::Struct(structure) => Some(Size::exactly(structure.elements.len())),
        _ => None,
    }
}

/// Compares types that contain no other types.
fn is_leaf_within(this: &Type, that: &Type) -> bool {
    match (this, that) {
        (Type::CatalogEntry, Type::CatalogEntry | Type::Class(_) | Type::Resource(_))
        | (Type::Undef, Type::Undef)
        | (Type::Default, Type::Default)
        | (Type::SemVerRange, Type::SemVerRange)
        | (Type::Binary, Type::Binary)
        | (Type::Deferred, Type::Deferred)
        | (Type::Error, Type::Error) => true,
        (Type::Class(wide), Type::Class(narrow)) => wide.is_none() || wide == narrow,
        (Type::Resource(wide), Type::Resource(narrow)) => match (&wide.type_name, &narrow.type_name) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => {
                mine.eq_ignore_ascii_case(theirs) && (wide.title.is_none() || wide.title == narrow.title)
            }
        },
        (Type::Runtime(wide), Type::Runtime(narrow)) => {
            (wide.runtime.is_none() || wide.runtime == narrow.runtime)
                && ((wide.name.is_none() && wide.pattern.is_none())
                    || (wide.name == narrow.name && wide.pattern == narrow.pattern))
        }
        (Type::Timestamp(wide), Type::Timestamp(narrow)) => wide.covers(**narrow),
        (Type::Timespan(wide), Type::Timespan(narrow)) => wide.covers(**narrow),
        (Type::SemVer(wide), Type::SemVer(narrow)) => {
            wide.is_empty()
                || (!narrow.is_empty() && narrow.iter().all(|part| wide.iter().any(|range| part.is_covered_by(range))))
        }
        (Type::Uri(wide), Type::Uri(narrow)) => match (wide, narrow) {
            (None, _) => true,
            (Some(wide), Some(narrow)) => wide.covers(narrow),
            (Some(_), None) => false,
        },
        (Type::Object(wide), Type::Object(narrow)) => narrow.inherits_from(wide),
        (Type::Object(wide), Type::ObjectExtension(narrow)) => narrow.base.inherits_from(wide),
        (Type::Object(wide), Type::Deferred | Type::Error | Type::TypeSet(_)) => {
            wide.is_default() && !matches!(that, Type::TypeSet(_))
        }
        (Type::ObjectExtension(wide), Type::ObjectExtension(narrow)) => wide.covers(narrow),
        (Type::TypeSet(wide), Type::TypeSet(narrow)) => wide.name.is_none() || wide == narrow,
        (Type::Reference(mine), Type::Reference(theirs)) => mine == theirs,
        _ => false,
    }
}

impl crate::object::ObjectExtension {
    /// Returns whether every instance of another extension is an instance of this one: its parameters are at
    /// least as strict.
    fn covers(&self, other: &Self) -> bool {
        other.base.inherits_from(&self.base)
            && self.parameters.iter().all(|(name, wide)| {
                let narrow = other.parameters.iter().find(|(other_name, _)| other_name == name);
                narrow.is_some_and(|(_, narrow)| match (wide, narrow) {
                    (crate::Literal::Type(wide), crate::Literal::Type(narrow)) => wide.is_assignable(narrow),
                    (crate::Literal::Type(wide), narrow) => wide.is_instance(narrow),
                    (wide, narrow) => wide == narrow,
                })
            })
    }
}

impl IntegerRange {
    /// Joins two ranges if no number lies between them.
    pub(crate) fn merge(self, other: Self) -> Option<Self> {
        let (first, second) = if starts_before(self, other) { (self, other) } else { (other, self) };
        let touches = match (first.to, second.from) {
            (None, _) | (_, None) => true,
            (Some(end), Some(begin)) => begin <= end.saturating_add(1),
        };
        let to = match (first.to, second.to) {
            (Some(mine), Some(theirs)) => Some(mine.max(theirs)),
            _ => None,
        };
        touches.then_some(Self { from: first.from, to })
    }
}

fn starts_before(left: IntegerRange, right: IntegerRange) -> bool {
    match (left.from, right.from) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(left), Some(right)) => left <= right,
    }
}
