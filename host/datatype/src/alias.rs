//! Type aliases, which may refer to themselves: `type Tree = Variant[Integer, Array[Tree]]`. A registry owns
//! the definitions; an alias within its own definition contains a weak reference, to avoid reference cycles.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock, Weak};

use crate::issue::{self, TypeIssue};
use crate::object::ObjectType;
use crate::types::{Size, Type};

/// A type alias; cheap to clone.
#[derive(Clone)]
pub struct Alias(Target);

#[derive(Clone)]
enum Target {
    Builtin(BuiltinAlias),
    Defined(Arc<Definition>),
    /// An alias within its own definition, or within a definition that it depends on.
    Recursive {
        name: Arc<str>,
        definition: Weak<Definition>,
    },
}

struct Definition {
    name: Arc<str>,
    target: OnceLock<Resolved>,
}

struct Resolved {
    target: Type,
    /// Whether the alias may occur in its own target.
    is_recursive: bool,
}

/// The built-in aliases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinAlias {
    /// Values that JSON can represent.
    Data,
    /// Values that a catalog can contain.
    RichData,
    /// Keys of hashes in rich data.
    RichDataKey,
    /// Keys of lookups.
    LookupKey,
    /// Results of lookups.
    LookupValue,
}

impl BuiltinAlias {
    /// Returns the alias with a lower-case name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "data" => Self::Data,
            "richdata" => Self::RichData,
            "richdatakey" => Self::RichDataKey,
            "puppet::lookupkey" => Self::LookupKey,
            "puppet::lookupvalue" => Self::LookupValue,
            _ => return None,
        })
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "Data",
            Self::RichData => "RichData",
            Self::RichDataKey => "RichDataKey",
            Self::LookupKey => "Puppet::LookupKey",
            Self::LookupValue => "Puppet::LookupValue",
        }
    }

    /// Returns the target.
    pub fn target(self) -> Type {
        let any = Size::ANY;
        match self {
            Self::Data => Type::variant([
                Type::ScalarData,
                Type::Undef,
                Type::hash_of(Type::String(any), Type::builtin(Self::Data), any),
                Type::array_of(Type::builtin(Self::Data), any),
            ]),
            Self::RichDataKey => Type::variant([Type::String(any), Type::Numeric]),
            Self::RichData => Type::variant([
                Type::Scalar,
                Type::SemVerRange,
                Type::Binary,
                Type::Sensitive(None),
                Type::Type(None),
                Type::type_set(),
                Type::Uri(None),
                Type::object(),
                Type::Undef,
                Type::Default,
                Type::hash_of(Type::builtin(Self::RichDataKey), Type::builtin(Self::RichData), any),
                Type::array_of(Type::builtin(Self::RichData), any),
            ]),
            Self::LookupKey => Type::builtin(Self::RichDataKey),
            Self::LookupValue => Type::builtin(Self::RichData),
        }
    }
}

impl Alias {
    /// Returns a built-in alias.
    pub fn builtin(builtin: BuiltinAlias) -> Self {
        Self(Target::Builtin(builtin))
    }

    /// Returns the built-in alias, or `None` for a user-defined one.
    pub fn as_builtin(&self) -> Option<BuiltinAlias> {
        match self.0 {
            Target::Builtin(builtin) => Some(builtin),
            Target::Defined(_) | Target::Recursive { .. } => None,
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        match &self.0 {
            Target::Builtin(builtin) => builtin.name(),
            Target::Defined(definition) => &definition.name,
            Target::Recursive { name, .. } => name,
        }
    }

    /// Returns the target; `None` while it is being resolved or if its registry no longer exists.
    pub fn target(&self) -> Option<Type> {
        match &self.0 {
            Target::Builtin(builtin) => Some(builtin.target()),
            Target::Defined(definition) => definition.target.get().map(|resolved| resolved.target.clone()),
            Target::Recursive { definition, .. } => definition
                .upgrade()
                .and_then(|definition| definition.target.get().map(|resolved| resolved.target.clone())),
        }
    }

    /// Returns the final target, resolving aliases of aliases, up to a built-in alias.
    pub(crate) fn end(&self) -> Option<Type> {
        let mut target = self.target()?;
        while let Type::Alias(next) = &target
            && next.as_builtin().is_none()
        {
            target = next.target()?;
        }
        Some(target)
    }

    /// Returns whether the alias may occur in its own target.
    pub(crate) fn is_recursive(&self) -> bool {
        match &self.0 {
            Target::Builtin(builtin) => {
                matches!(builtin, BuiltinAlias::Data | BuiltinAlias::RichData | BuiltinAlias::LookupValue)
            }
            Target::Defined(definition) => definition.target.get().is_none_or(|resolved| resolved.is_recursive),
            Target::Recursive { .. } => true,
        }
    }

    /// Returns a number unique to this alias.
    pub(crate) fn identity(&self) -> usize {
        match &self.0 {
            // Too small to be an address.
            Target::Builtin(builtin) => *builtin as usize + 1,
            Target::Defined(definition) => Arc::as_ptr(definition) as usize,
            Target::Recursive { definition, .. } => definition.as_ptr() as usize,
        }
    }
}

/// Two aliases are equal if they have the same name: names are unique within a registry.
impl PartialEq for Alias {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity() || self.name() == other.name()
    }
}

/// Formats the name only, since the target may contain it.
impl fmt::Debug for Alias {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Alias").field(&self.name()).finish()
    }
}

/// The aliases of one compilation. The registry must outlive all uses of the types created with it.
#[derive(Default)]
pub struct Aliases {
    definitions: BTreeMap<Box<str>, Arc<Definition>>,
}

impl fmt::Debug for Aliases {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.definitions.keys()).finish()
    }
}

impl Aliases {
    /// Returns an empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds an alias by its name, ignoring case. While the alias is being defined, the result is a weak
    /// reference to it.
    pub fn get(&self, name: &str) -> Option<Type> {
        let definition = self.definitions.get(name.to_ascii_lowercase().as_str())?;
        Some(match definition.target.get() {
            // Object types and type sets have names themselves.
            Some(Resolved { target: target @ (Type::Object(_) | Type::TypeSet(_)), .. }) => target.clone(),
            Some(_) => Type::Alias(Alias(Target::Defined(Arc::clone(definition)))),
            None => Type::Alias(Alias(Target::Recursive {
                name: Arc::clone(&definition.name),
                definition: Arc::downgrade(definition),
            })),
        })
    }

    /// Begins a definition. From now on [`Aliases::get`] finds the name.
    pub fn declare(&mut self, name: &str) {
        let definition = Definition { name: name.into(), target: OnceLock::new() };
        self.definitions.insert(name.to_ascii_lowercase().into(), Arc::new(definition));
    }

    /// Completes a definition. Returns an error, and removes the declaration, if the name refers only to itself.
    pub fn define(&mut self, name: &str, target: Type) -> Result<Type, TypeIssue> {
        let key = name.to_ascii_lowercase();
        let Some(definition) = self.definitions.get(key.as_str()).map(Arc::clone) else {
            return Err(issue::undeclared_alias(name));
        };
        let identity = Arc::as_ptr(&definition) as usize;
        let normal = named(&definition.name, target.normalize());
        if matches!(normal, Type::Object(_)) && inherits_from(&normal, identity) {
            self.definitions.remove(key.as_str());
            return Err(issue::object::inherits_from_itself(name));
        }
        let Some(target) = without_itself(&normal, identity) else {
            self.definitions.remove(key.as_str());
            return Err(issue::alias_without_type(name));
        };
        let is_recursive = target.any_part(&mut |part| matches!(part, Type::Alias(alias) if alias.is_recursive()));
        // Duplicate definitions are rejected where names are collected; the first one remains here.
        let _ = definition.target.set(Resolved { target, is_recursive });
        self.get(name).ok_or_else(|| issue::undeclared_alias(name))
    }

    /// Removes a declaration whose definition failed.
    pub fn forget(&mut self, name: &str) {
        self.definitions.remove(name.to_ascii_lowercase().as_str());
    }
}

/// Returns whether an object type inherits from an alias.
fn inherits_from(object: &Type, identity: usize) -> bool {
    let mut current = object.clone();
    for _ in 0..crate::MAX_DEPTH {
        let parent = match &current {
            Type::Object(object) => object.parent.clone(),
            Type::Alias(alias) if alias.identity() == identity => return true,
            Type::Alias(alias) => alias.target(),
            _ => None,
        };
        let Some(parent) = parent else { return false };
        current = parent;
    }
    true
}

/// Sets the name of an object type or type set to that of its definition.
fn named(name: &Arc<str>, target: Type) -> Type {
    match target {
        Type::Object(object) if object.name.is_none() && !object.is_default() => {
            Type::Object(Arc::new(ObjectType { name: Some(Arc::clone(name)), ..(*object).clone() }))
        }
        Type::TypeSet(set) if set.name.is_none() && set.version.is_some() => Type::TypeSet(Arc::new(set.named(name))),
        other => other,
    }
}

/// Removes an alias from variants in its own target; `None` if nothing remains.
fn without_itself(target: &Type, identity: usize) -> Option<Type> {
    match target {
        Type::Alias(alias) if alias.identity() == identity => None,
        Type::Alias(alias) => match alias.target() {
            // Another alias that is still being defined, so it depends on this one.
            None => None,
            Some(inner) => without_itself(&inner, identity).map(|_| target.clone()),
        },
        Type::Variant(types) => {
            let kept: Vec<Type> = types.iter().filter_map(|part| without_itself(part, identity)).collect();
            match kept.len() {
                0 if !types.is_empty() => None,
                1 => kept.into_iter().next(),
                _ => Some(Type::variant(kept)),
            }
        }
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => {
            without_itself(inner, identity).map(|_| target.clone())
        }
        _ => Some(target.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Literal, Resolver};

    /// Aliases by name and source text, resolved on demand.
    struct Names {
        aliases: Aliases,
        texts: &'static [(&'static str, &'static str)],
    }

    impl Resolver for Names {
        fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
            if let Some(known) = self.aliases.get(name) {
                return Ok(Some(known));
            }
            let Some((_, text)) = self.texts.iter().find(|(candidate, _)| *candidate == name) else { return Ok(None) };
            self.aliases.declare(name);
            let target = Type::parse(text, self).inspect_err(|_| self.aliases.forget(name))?;
            self.aliases.define(name, target).map(Some)
        }
    }

    fn names(texts: &'static [(&'static str, &'static str)]) -> Names {
        Names { aliases: Aliases::new(), texts }
    }

    fn value(text: &str) -> Literal {
        Literal::parse(text, &mut crate::Builtins).unwrap()
    }

    #[test]
    fn alias_may_refer_to_itself() {
        let mut names = names(&[
            ("Tree", "Variant[Integer, Array[Tree]]"),
            ("Chain", "Struct[{value => Integer, Optional[next] => Chain}]"),
            ("Even", "Array[Odd, 0, 1]"),
            ("Odd", "Array[Even, 1, 1]"),
            ("Other", "Variant[Array[Other], Integer]"),
        ]);
        let mut named = |name: &str| names.resolve(name).unwrap().unwrap();
        let (tree, chain, even, odd, other) =
            (named("Tree"), named("Chain"), named("Even"), named("Odd"), named("Other"));
        assert!(tree.is_instance(&value("[1, [2, [3, []]]]")) && !tree.is_instance(&value("[1, ['a']]")));
        assert!(chain.is_instance(&value("{value => 1, next => {value => 2}}")));
        assert!(!chain.is_instance(&value("{value => 1, next => {}}")));
        assert!(
            even.is_instance(&value("[[[]]]")) && !even.is_instance(&value("[[]]")) && odd.is_instance(&value("[[]]"))
        );
        assert!(tree.is_assignable(&other) && other.is_assignable(&tree) && tree.equals(&other) && tree != other);
        assert!(!even.is_assignable(&odd) && !tree.is_assignable(&chain));
        assert_eq!(even.to_string(), "Even = Array[Odd = Array[Even, 1, 1], 0, 1]");
        assert_eq!(chain.to_string(), "Chain = Struct[{'value' => Integer, Optional['next'] => Chain}]");
        assert!(tree.generalize() == tree && tree.normalize() == tree);
    }

    #[test]
    fn alias_that_only_refers_to_itself_is_rejected() {
        for (text, expected) in [
            (&[("A", "A")] as &'static [_], false),
            (&[("A", "Variant[A]")], false),
            (&[("A", "Variant[A, A]")], false),
            (&[("A", "B"), ("B", "A")], false),
            (&[("A", "Optional[A]")], false),
            (&[("A", "Variant[A, Integer]")], true),
            (&[("A", "Variant[B, Integer]"), ("B", "Variant[A, String]")], true),
            (&[("A", "Array[A]")], true),
        ] {
            let mut names = names(text);
            match (names.resolve("A"), expected) {
                (Ok(Some(found)), true) => assert!(!found.is_instance(&Literal::Undef)),
                (Err(issue), false) => {
                    assert!(
                        issue.message.ends_with("cannot be resolved to a real type"),
                        "{text:?}: {}",
                        issue.message
                    );
                }
                (other, _) => panic!("{text:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn failed_definition_removes_the_alias() {
        let mut names = names(&[("A", "Integer[1, 2, 3]")]);
        assert!(names.resolve("A").is_err() && names.aliases.get("A").is_none());
        assert!(names.aliases.define("Never", Type::Any).is_err());
    }

    #[test]
    fn long_chain_of_aliases_is_resolved() {
        let mut aliases = Aliases::new();
        let mut last = Type::Any;
        for index in 0..crate::MAX_DEPTH * 3 {
            let name = format!("A{index}");
            aliases.declare(&name);
            let target = if index == 0 { Type::Numeric } else { last };
            last = aliases.define(&name, target).unwrap();
        }
        assert!(last.is_instance(&value("1.5")) && !last.is_instance(&value("'a'")));
        assert!(last.is_assignable(&Type::Numeric) && Type::Scalar.is_assignable(&last));
        assert!(!Type::Undef.is_assignable(&last) && last.resolved() == Type::Numeric);
    }

    #[test]
    fn recursive_alias_is_dropped_with_its_registry() {
        let mut names = names(&[("Tree", "Array[Tree]")]);
        let tree = names.resolve("Tree").unwrap().unwrap();
        let Type::Alias(Alias(Target::Defined(definition))) = &tree else { panic!("{tree}") };
        let weak = Arc::downgrade(definition);
        drop((tree, names));
        assert!(weak.upgrade().is_none());
    }

    #[test]
    fn output_of_exponentially_large_aliases_is_limited() {
        let mut aliases = Aliases::new();
        let mut last = Type::Any;
        for index in 0..60 {
            let name = format!("A{index}");
            aliases.declare(&name);
            last = aliases.define(&name, Type::tuple([last.clone(), last], None)).unwrap();
        }
        assert!(last.to_string().len() < 1_000_000 && last.is_assignable(&last));
        assert!(!crate::mismatch::describe("it", &last, &Type::Undef).is_empty());
    }

    #[test]
    fn data_check_without_target_agrees_with_target() {
        let data = Type::builtin(BuiltinAlias::Data);
        assert_eq!(data.to_string(), "Data");
        // The shortcut that does not build the target agrees with the target.
        for text in ["1", "undef", "[1, {a => [true]}]", "{1 => 2}", "/x/", "default", "[default]", "{a => Integer}"] {
            let value = value(text);
            for builtin in [BuiltinAlias::Data, BuiltinAlias::RichData, BuiltinAlias::RichDataKey] {
                let (short, long) = (Type::builtin(builtin), builtin.target());
                assert_eq!(short.is_instance(&value), long.is_instance(&value), "{text} {short}");
                let data_type = Type::infer_set(&value);
                assert_eq!(short.is_assignable(&data_type), long.is_assignable(&data_type), "{data_type} {short}");
            }
        }
    }
}
