//! `Type[key, key]` in a tree: the number and kinds of the keys of each type.

use std::sync::Arc;

use syntax::ast::{Access, Expression, ExpressionKind};

use super::Reader;
use crate::issue::{self, TypeIssue};
use crate::literal::Literal;
use crate::parts::{self, TypeKey};
use crate::regex::Regex;
use crate::semver::SemVerRange;
use crate::types::{InitType, Size, Type, capitalized};

impl Reader<'_> {
    pub(super) fn access(&mut self, expression: &Expression, access: &Access) -> Result<Type, TypeIssue> {
        if let Some(set) = self.type_set(access)? {
            return Ok(set);
        }
        let keys = access.keys.iter().map(|key| self.literal(key)).collect::<Result<Vec<_>, _>>()?;
        let ExpressionKind::TypeName(name) = &access.target.kind else { return Err(self.invalid(expression)) };
        let context = Context { reader: self, expression, target: &access.target, keys: &keys };
        let lower = name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase();
        let data_type = match context.builtin(&lower) {
            Some(result) => result?,
            None => self.other(expression, &access.target, name, &keys)?,
        };
        parts::check_depth(&data_type)?;
        Ok(data_type)
    }

    /// Reads an access on a name that is not built in.
    fn other(
        &mut self,
        expression: &Expression,
        target: &Expression,
        name: &str,
        keys: &[Literal],
    ) -> Result<Type, TypeIssue> {
        match Type::named(name, self.resolver)? {
            Type::Resource(resource) => match keys {
                [key] => match key.as_str() {
                    Some(title) => Ok(Type::resource(resource.type_name.as_deref(), Some(title))),
                    None => Err(self.invalid(expression)),
                },
                _ => Err(issue::parameter_count(name, "1", keys.len())),
            },
            Type::Object(object) => {
                let keys: Vec<TypeKey<'_, Literal>> = keys.iter().map(TypeKey::new).collect();
                parts::extension(&object, &keys)
            }
            Type::Alias(_) => Err(issue::unparameterized(&self.text(target))),
            _ => Ok(Type::Reference(Arc::from(self.text(expression)))),
        }
    }
}

/// An access being read.
struct Context<'c, 'r> {
    reader: &'c Reader<'r>,
    expression: &'c Expression,
    target: &'c Expression,
    keys: &'c [Literal],
}

impl Context<'_, '_> {
    /// Reads a built-in type; `None` if the name is not built in.
    fn builtin(&self, name: &str) -> Option<Result<Type, TypeIssue>> {
        Some(match name {
            "array" => self.array(),
            "hash" => self.hash(),
            "collection" => self.sized("Collection", "1 to 2").map(Type::Collection),
            "string" => self.sized("String", "1 to 2").map(Type::String),
            "class" => self.class(),
            "resource" => self.resource(),
            "regexp" => self.only("Regexp", "1").and_then(|key| self.regexp(key)),
            "enum" => self.enumeration(),
            "pattern" => self.some("Pattern").and_then(|()| parts::pattern(&self.as_keys())),
            "uri" => self.only("URI", "1").and_then(|key| parts::uri(&TypeKey::new(key))),
            "variant" => self.some("Variant").and_then(|()| {
                self.keys
                    .iter()
                    .map(|key| self.data_type(key))
                    .collect::<Result<Vec<_>, _>>()
                    .map(Type::variant_or_single)
            }),
            "tuple" => self.tuple(),
            "callable" => self.callable(),
            "struct" => self.only("Struct", "1").and_then(|key| match key {
                Literal::Hash(_) => parts::structure(key),
                _ => Err(self.invalid()),
            }),
            "boolean" => self.only("Boolean", "1").and_then(|key| match key {
                Literal::Boolean(value) => Ok(Type::Boolean(Some(*value))),
                _ => Err(issue::boolean_parameter()),
            }),
            "integer" => self.integer(),
            "float" => self.float(),
            "object" => {
                self.only("Object", "1").and_then(|key| parts::object(self.reader.defined(), &TypeKey::new(key)))
            }
            "typeset" => self.only("Object", "1").and_then(|key| parts::type_set(&TypeKey::new(key))),
            "init" => self.init(),
            "iterable" => self.only_type("Iterable").map(Type::iterable),
            "iterator" => self.only_type("Iterator").map(Type::iterator),
            "type" => self.only_type("Type").map(Type::type_of),
            "sensitive" => self
                .only("Sensitive", "0 to 1")
                .and_then(|key| self.data_type(key))
                .map(|inner| Type::sensitive(&inner)),
            "optional" => self.only("Optional", "1").and_then(|key| self.type_or_text(key)).map(Type::optional),
            "notundef" => self.only("NotUndef", "0 to 1").and_then(|key| self.type_or_text(key)).map(Type::not_undef),
            "any"
            | "data"
            | "richdata"
            | "richdatakey"
            | "puppet::lookupkey"
            | "puppet::lookupvalue"
            | "catalogentry"
            | "scalar"
            | "undef"
            | "numeric"
            | "default"
            | "semverrange" => Err(issue::unparameterized(&self.reader.text(self.target))),
            "runtime" => match self.keys.len() {
                2 => parts::runtime(&self.as_keys()),
                count => Err(issue::parameter_count("Runtime", "2", count)),
            },
            "timespan" => self.at_most_two("Timespan").and_then(|()| parts::times(&Type::timespan(), &self.as_keys())),
            "timestamp" => {
                self.at_most_two("Timestamp").and_then(|()| parts::times(&Type::timestamp(), &self.as_keys()))
            }
            "semver" => self.some("SemVer").and_then(|()| self.semver()),
            _ => return None,
        })
    }

    fn invalid(&self) -> TypeIssue {
        self.reader.invalid(self.expression)
    }

    fn as_keys(&self) -> Vec<TypeKey<'_, Literal>> {
        self.keys.iter().map(TypeKey::new).collect()
    }

    fn only(&self, name: &str, required: &str) -> Result<&Literal, TypeIssue> {
        match self.keys {
            [key] => Ok(key),
            _ => Err(issue::parameter_count(name, required, self.keys.len())),
        }
    }

    fn only_type(&self, name: &str) -> Result<Type, TypeIssue> {
        self.only(name, "1").and_then(|key| self.data_type(key))
    }

    fn some(&self, name: &str) -> Result<(), TypeIssue> {
        if self.keys.is_empty() { Err(issue::parameter_count(name, "1 or more", 0)) } else { Ok(()) }
    }

    fn at_most_two(&self, name: &str) -> Result<(), TypeIssue> {
        if self.keys.len() <= 2 { Ok(()) } else { Err(issue::parameter_count(name, "0 to 2", self.keys.len())) }
    }

    fn data_type(&self, key: &Literal) -> Result<Type, TypeIssue> {
        match key {
            Literal::Type(data_type) => Ok(data_type.clone()),
            _ => Err(self.invalid()),
        }
    }

    fn type_or_text(&self, key: &Literal) -> Result<Type, TypeIssue> {
        match key {
            Literal::String(text) => Ok(Type::Text(Arc::clone(text))),
            _ => self.data_type(key),
        }
    }

    /// Reads a bound of a size: an integer or `default`.
    fn bound(&self, key: &Literal) -> Result<Option<i64>, TypeIssue> {
        match key {
            Literal::Integer(value) => Ok(Some(*value)),
            Literal::Default => Ok(None),
            Literal::String(text) if **text == *"default" => Ok(None),
            _ => Err(self.invalid()),
        }
    }

    fn size(&self, keys: &[Literal]) -> Result<Size, TypeIssue> {
        match keys {
            [Literal::Type(Type::Integer(range))] => Ok((*range).into()),
            [min] => parts::integer_range(self.bound(min)?, None).map(Size::from),
            [min, max] => parts::integer_range(self.bound(min)?, self.bound(max)?).map(Size::from),
            _ => Ok(Size::ANY),
        }
    }

    fn sized(&self, name: &str, required: &str) -> Result<Size, TypeIssue> {
        match self.keys.len() {
            1 | 2 => self.size(self.keys),
            count => Err(issue::parameter_count(name, required, count)),
        }
    }

    fn array(&self) -> Result<Type, TypeIssue> {
        match self.keys {
            [element] => Ok(Type::array_of(self.data_type(element)?, Size::ANY)),
            [Literal::Type(element), size] => {
                Ok(Type::array_of(element.clone(), self.size(std::slice::from_ref(size))?))
            }
            // As in Puppet, a size alone results in an array of `Default` here, but in an array of anything
            // when evaluated.
            [_, _] => Ok(Type::array_of(Type::Default, self.size(self.keys)?)),
            [element, min, max] => {
                let element = self.data_type(element)?;
                let size = parts::integer_range(self.bound(min)?, self.bound(max)?)?;
                Ok(Type::array_of(element, size.into()))
            }
            _ => Err(issue::parameter_count("Array", "1 to 3", self.keys.len())),
        }
    }

    fn hash(&self) -> Result<Type, TypeIssue> {
        match self.keys {
            [Literal::Type(key), Literal::Type(value)] => Ok(Type::hash_of(key.clone(), value.clone(), Size::ANY)),
            [_, _] => Ok(Type::hash_of(Type::Default, Type::Default, self.size(self.keys)?)),
            [key, value, size @ ..] if (1..=2).contains(&size.len()) => {
                let size = self.size(size)?;
                Ok(Type::hash_of(self.data_type(key)?, self.data_type(value)?, size))
            }
            _ => Err(issue::parameter_count("Hash", "2 to 4", self.keys.len())),
        }
    }

    fn class(&self) -> Result<Type, TypeIssue> {
        let key = self.only("Class", "1")?;
        let name = key.as_str().ok_or_else(|| self.invalid())?;
        Ok(Type::Class(Some(name.strip_prefix("::").unwrap_or(name).into())))
    }

    fn resource(&self) -> Result<Type, TypeIssue> {
        let (first, title) = match self.keys {
            [first] => (first, None),
            [first, title] => (first, Some(title.as_str().ok_or_else(|| self.invalid())?)),
            _ => return Err(issue::parameter_count("Resource", "1 or 2", self.keys.len())),
        };
        let name = match first {
            Literal::String(name) => capitalized(name),
            Literal::Type(Type::Resource(resource)) => match &resource.type_name {
                Some(name) => name.to_string(),
                None => return Ok(Type::resource(None, None)),
            },
            Literal::Type(Type::Reference(text)) => return self.referenced_resource(text, title),
            _ => return Err(self.invalid()),
        };
        if !parts::is_type_name(&name) {
            return Err(issue::illegal_resource_name(&name));
        }
        Ok(Type::resource(Some(&name), title))
    }

    /// `Resource[Unknown['title']]`: the text of the reference contains both type and title.
    fn referenced_resource(&self, text: &str, title: Option<&str>) -> Result<Type, TypeIssue> {
        let Some((name, rest)) = text.split_once('[') else { return Ok(Type::resource(Some(text), title)) };
        let inner = rest.strip_suffix(']').unwrap_or(rest).trim().trim_matches(['\'', '"']);
        if inner.is_empty() { Err(self.invalid()) } else { Ok(Type::resource(Some(name.trim()), Some(inner))) }
    }

    fn regexp(&self, key: &Literal) -> Result<Type, TypeIssue> {
        match key {
            Literal::Regexp(regex) => Ok(Type::Regexp(Some(regex.clone()))),
            Literal::String(source) => {
                Regex::new(source).map(|regex| Type::Regexp(Some(regex))).map_err(|error| issue::bad_regexp(&error))
            }
            _ => Err(self.invalid()),
        }
    }

    fn enumeration(&self) -> Result<Type, TypeIssue> {
        let (values, ignores_case) = match self.keys {
            [values @ .., Literal::Boolean(ignores_case)] => (values, *ignores_case),
            values => (values, false),
        };
        if values.is_empty() {
            return Err(issue::parameter_count("Enum", "1 or more", 0));
        }
        let values = values.iter().map(|value| match value {
            Literal::String(text) => Ok(Arc::clone(text)),
            _ => Err(issue::enum_parameters()),
        });
        Ok(Type::enumeration(values.collect::<Result<Vec<_>, _>>()?, ignores_case))
    }

    fn tuple(&self) -> Result<Type, TypeIssue> {
        self.some("Tuple")?;
        let keys = self.as_keys();
        let (types, size) = parts::split_range(&keys)?;
        Ok(Type::tuple(types.iter().map(|key| parts::type_of(key.value())), size))
    }

    fn callable(&self) -> Result<Type, TypeIssue> {
        if matches!(self.keys, [Literal::Array(_), ..]) && self.keys.len() > 2 {
            return Err(issue::parameter_count("callable", "2 when first parameter is an array", self.keys.len()));
        }
        parts::callable(&Type::callable(), self.keys)
    }

    fn integer(&self) -> Result<Type, TypeIssue> {
        let bound = |key: &Literal| match key {
            Literal::Integer(value) => Ok(Some(*value)),
            Literal::Default => Ok(None),
            _ => Err(self.invalid()),
        };
        match self.keys {
            [from] => parts::integer_range(bound(from)?, None).map(Type::Integer),
            [from, to] => parts::integer_range(bound(from)?, bound(to)?).map(Type::Integer),
            _ => Err(issue::parameter_count("Integer", "1 or 2", self.keys.len())),
        }
    }

    fn float(&self) -> Result<Type, TypeIssue> {
        let bound = |key: &Literal| match key {
            #[expect(clippy::cast_precision_loss, reason = "integer bounds are converted, as in Puppet")]
            Literal::Integer(value) => Ok(Some(*value as f64)),
            Literal::Float(value) => Ok(Some(*value)),
            Literal::Default => Ok(None),
            _ => Err(self.invalid()),
        };
        match self.keys {
            [from] => parts::float_range(bound(from)?, None).map(Type::Float),
            [from, to] => parts::float_range(bound(from)?, bound(to)?).map(Type::Float),
            _ => Err(issue::parameter_count("Float", "1 or 2", self.keys.len())),
        }
    }

    fn init(&self) -> Result<Type, TypeIssue> {
        let Some((target, arguments)) = self.keys.split_first() else { return Err(self.invalid()) };
        let target = Some(self.data_type(target)?);
        Ok(Type::Init(Arc::new(InitType { target, arguments: arguments.into() })))
    }

    fn semver(&self) -> Result<Type, TypeIssue> {
        let ranges = self.keys.iter().map(|key| match key {
            Literal::String(text) => SemVerRange::parse(text).ok_or_else(|| issue::bad_version_range(text)),
            _ => Err(self.invalid()),
        });
        Ok(parts::semver(ranges.collect::<Result<_, _>>()?))
    }
}
