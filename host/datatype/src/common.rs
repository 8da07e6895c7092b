//! The narrowest common supertype of two types, as far as inference needs it.

use std::sync::Arc;

use crate::alias::BuiltinAlias;
use crate::types::{EnumType, FloatRange, IntegerRange, Size, Type};

impl Type {
    /// Returns a type to which both types are assignable.
    #[must_use]
    pub fn common(left: &Self, right: &Self) -> Self {
        common(left, right, 0)
    }
}

fn common(left: &Type, right: &Type, depth: usize) -> Type {
    if depth > crate::MAX_DEPTH {
        return Type::Any;
    }
    match (left, right) {
        // As in Puppet, undef is ignored here.
        (Type::Undef | Type::Unit, other) | (other, Type::Undef | Type::Unit) => return other.clone(),
        _ if left.is_assignable(right) => return left.clone(),
        _ if right.is_assignable(left) => return right.clone(),
        _ => {}
    }
    let deeper = |left: &Type, right: &Type| common(left, right, depth + 1);
    match (left, right) {
        (Type::Array(mine), Type::Array(theirs)) => Type::array_of(deeper(&mine.element, &theirs.element), Size::ANY),
        (Type::Hash(mine), Type::Hash(theirs)) => {
            Type::hash_of(deeper(&mine.key, &theirs.key), deeper(&mine.value, &theirs.value), Size::ANY)
        }
        (Type::Class(_), Type::Class(_)) => Type::Class(None),
        (Type::Resource(mine), Type::Resource(theirs)) => {
            let is_same = mine.type_name == theirs.type_name;
            Type::resource(mine.type_name.as_deref().filter(|_| is_same), None)
        }
        (Type::Integer(mine), Type::Integer(theirs)) => {
            Type::Integer(IntegerRange { from: least(mine.from, theirs.from), to: greatest(mine.to, theirs.to) })
        }
        (Type::Float(mine), Type::Float(theirs)) => {
            Type::Float(FloatRange { from: least(mine.from, theirs.from), to: greatest(mine.to, theirs.to) })
        }
        (Type::Text(mine), Type::Text(theirs)) => Type::enumeration([Arc::clone(mine), Arc::clone(theirs)], false),
        (Type::Text(text), Type::Enum(values)) | (Type::Enum(values), Type::Text(text)) => {
            let all = values.values().iter().chain([text]).cloned();
            Type::Enum(Arc::new(EnumType::new(all, false)))
        }
        (Type::String(_), Type::Enum(_)) | (Type::Enum(_), Type::String(_)) => Type::enumeration([], false),
        (Type::Enum(mine), Type::Enum(theirs)) => {
            let all = mine.values().iter().chain(theirs.values()).cloned();
            Type::Enum(Arc::new(EnumType::new(all, false)))
        }
        (Type::String(mine), Type::String(theirs)) => Type::String(mine.hull(*theirs)),
        (Type::String(_) | Type::Text(_), Type::String(_) | Type::Text(_)) => Type::String(Size::ANY),
        (Type::Pattern(mine), Type::Pattern(theirs)) => {
            let mut all = mine.to_vec();
            all.extend(theirs.iter().filter(|regex| !mine.contains(regex)).cloned());
            Type::pattern(all)
        }
        (Type::Variant(mine), Type::Variant(theirs)) => {
            Type::variant_or_single(mine.iter().chain(theirs.iter()).cloned())
        }
        (Type::Regexp(_), Type::Regexp(_)) => Type::Regexp(None),
        (Type::Callable(_), Type::Callable(_)) => Type::callable(),
        _ => {
            let data = Type::builtin(BuiltinAlias::Data);
            let rich_data = Type::builtin(BuiltinAlias::RichData);
            if let Some(both) =
                [Type::Numeric, Type::ScalarData, Type::Scalar, data].into_iter().find(|both| covers(both, left, right))
            {
                return both;
            }
            match (left, right) {
                (Type::Type(Some(mine)), Type::Type(Some(theirs))) => Type::type_of(deeper(mine, theirs)),
                _ if covers(&rich_data, left, right) => rich_data,
                _ => Type::Any,
            }
        }
    }
}

fn covers(both: &Type, left: &Type, right: &Type) -> bool {
    both.is_assignable(left) && both.is_assignable(right)
}

fn least<T: PartialOrd>(left: Option<T>, right: Option<T>) -> Option<T> {
    let (left, right) = (left?, right?);
    Some(if left <= right { left } else { right })
}

fn greatest<T: PartialOrd>(left: Option<T>, right: Option<T>) -> Option<T> {
    let (left, right) = (left?, right?);
    Some(if left >= right { left } else { right })
}
