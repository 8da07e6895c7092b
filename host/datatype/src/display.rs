//! Textual form of types, as returned by `String(type)`, and of the literal values in them. A type alias
//! prints as `Port = Integer[1, 65535]` on its own and as `Port` within other types.

mod object;
mod quote;

use std::fmt::{self, Write};

use crate::literal::Literal;
use crate::object::ObjectType;
use crate::types::{CallableType, IntegerRange, Size, StructElement, TimeRange, TupleType, Type};

pub use quote::quote;
use ruby::number::float_text;

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_expanded =
            matches!(self, Self::Alias(_) | Self::Object(_) | Self::Deferred | Self::Error | Self::TypeSet(_));
        Printer::new(formatter, is_expanded).data_type(self)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::new(formatter, false).literal(self)
    }
}

impl Type {
    /// Returns the type as text with aliases replaced by their targets.
    pub fn to_alias_expanded_string(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = Printer::new(&mut text, true).data_type(self);
        text
    }

    /// Returns the name of the type without parameters.
    pub fn simple_name(&self) -> &str {
        match self {
            Self::Any => "Any",
            Self::Unit => "Unit",
            Self::Undef => "Undef",
            Self::Default => "Default",
            Self::Scalar => "Scalar",
            Self::ScalarData => "ScalarData",
            Self::Numeric => "Numeric",
            Self::Boolean(_) => "Boolean",
            Self::Integer(_) => "Integer",
            Self::Float(_) => "Float",
            Self::String(_) | Self::Text(_) => "String",
            Self::Enum(_) => "Enum",
            Self::Pattern(_) => "Pattern",
            Self::Regexp(_) => "Regexp",
            Self::Array(_) => "Array",
            Self::Tuple(_) => "Tuple",
            Self::Hash(_) => "Hash",
            Self::Struct(_) => "Struct",
            Self::Collection(_) => "Collection",
            Self::Iterable(_) => "Iterable",
            Self::Iterator(_) => "Iterator",
            Self::Optional(_) => "Optional",
            Self::NotUndef(_) => "NotUndef",
            Self::Variant(_) => "Variant",
            Self::Type(_) => "Type",
            Self::CatalogEntry => "CatalogEntry",
            Self::Class(_) => "Class",
            Self::Resource(_) => "Resource",
            Self::Callable(_) => "Callable",
            Self::Runtime(_) => "Runtime",
            Self::Sensitive(_) => "Sensitive",
            Self::Timestamp(_) => "Timestamp",
            Self::Timespan(_) => "Timespan",
            Self::SemVer(_) => "SemVer",
            Self::SemVerRange => "SemVerRange",
            Self::Uri(_) => "URI",
            Self::Binary => "Binary",
            Self::Deferred => "Deferred",
            Self::Error => "Error",
            Self::Init(_) => "Init",
            Self::Object(object) => last_segment(object.label()),
            Self::ObjectExtension(extension) => last_segment(extension.base.label()),
            Self::TypeSet(set) => set.name.as_deref().map_or(DEFAULT_TYPE_SET, last_segment),
            Self::Alias(_) => "TypeAlias",
            Self::Reference(_) => "TypeReference",
        }
    }
}

/// Puppet's name for the type set without types.
pub(crate) const DEFAULT_TYPE_SET: &str = "DefaultTypeSet";

fn last_segment(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// Printer of types. All printing of types uses it.
struct Printer<'o> {
    out: &'o mut dyn Write,
    /// Whether aliases are replaced by their targets.
    is_expanded: bool,
    /// The aliases being expanded, which print as names within their targets.
    aliases: Vec<usize>,
    /// The type set being printed, whose name is omitted from the names of its types.
    type_set: Option<String>,
    depth: usize,
    /// Number of expanded aliases.
    expansions: usize,
}

/// Maximum number of expanded aliases, since the expansion can grow exponentially; further ones print as names.
const MAX_EXPANSIONS: usize = 1000;

impl<'o> Printer<'o> {
    fn new(out: &'o mut dyn Write, is_expanded: bool) -> Self {
        Self { out, is_expanded, aliases: Vec::new(), type_set: None, depth: 0, expansions: 0 }
    }
}

impl Printer<'_> {
    fn data_type(&mut self, data_type: &Type) -> fmt::Result {
        if self.depth > crate::MAX_DEPTH {
            return self.out.write_str("...");
        }
        self.depth += 1;
        let result = self.kind(data_type);
        self.depth -= 1;
        result
    }

    fn kind(&mut self, data_type: &Type) -> fmt::Result {
        match data_type {
            Type::Boolean(Some(value)) => write!(self.out, "Boolean[{value}]"),
            Type::Integer(range) if *range != IntegerRange::ANY => {
                self.bounds("Integer", range.from, range.to, |out, bound| write!(out, "{bound}"))
            }
            Type::Float(range) if range.from.is_some() || range.to.is_some() => {
                self.bounds("Float", range.from, range.to, |out, bound| out.write_str(&float_text(bound)))
            }
            Type::String(size) | Type::Collection(size) if *size != Size::ANY => {
                self.out.write_str(data_type.simple_name())?;
                self.brackets(|printer| printer.size(*size))
            }
            Type::Enum(values) if !values.values().is_empty() => {
                self.out.write_str("Enum")?;
                self.brackets(|printer| {
                    printer.list(values.values().iter(), |printer, value| quote(value, printer.out))?;
                    if values.ignores_case() { printer.out.write_str(", true") } else { Ok(()) }
                })
            }
            Type::Pattern(patterns) if !patterns.is_empty() => {
                self.out.write_str("Pattern")?;
                self.brackets(|printer| printer.list(patterns.iter(), |printer, regex| write!(printer.out, "{regex}")))
            }
            Type::Regexp(Some(regex)) => write!(self.out, "Regexp[{regex}]"),
            Type::Array(array) if array.size == Size::ZERO => self.out.write_str("Array[0, 0]"),
            Type::Array(array) if array.size == Size::ANY && matches!(array.element, Type::Any) => {
                self.out.write_str("Array")
            }
            Type::Array(array) => {
                self.out.write_str("Array")?;
                self.brackets(|printer| {
                    printer.data_type(&array.element)?;
                    printer.further_size(array.size)
                })
            }
            Type::Hash(hash) if hash.size == Size::ZERO => self.out.write_str("Hash[0, 0]"),
            Type::Hash(hash)
                if hash.size == Size::ANY && matches!((&hash.key, &hash.value), (Type::Any, Type::Any)) =>
            {
                self.out.write_str("Hash")
            }
            Type::Hash(hash) => {
                self.out.write_str("Hash")?;
                self.brackets(|printer| {
                    printer.data_type(&hash.key)?;
                    printer.out.write_str(", ")?;
                    printer.data_type(&hash.value)?;
                    printer.further_size(hash.size)
                })
            }
            Type::Tuple(tuple) if !tuple.types.is_empty() => {
                self.out.write_str("Tuple")?;
                self.brackets(|printer| printer.tuple(tuple))
            }
            Type::Struct(structure) if !structure.elements.is_empty() => {
                self.out.write_str("Struct")?;
                self.brackets(|printer| {
                    printer.out.write_char('{')?;
                    printer.list(structure.elements.iter(), Self::element)?;
                    printer.out.write_char('}')
                })
            }
            Type::Variant(types) if !types.is_empty() => {
                self.out.write_str("Variant")?;
                self.brackets(|printer| printer.list(types.iter(), Self::data_type))
            }
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => {
                self.out.write_str(data_type.simple_name())?;
                self.brackets(|printer| match &**inner {
                    Type::Text(text) => quote(text, printer.out),
                    inner => printer.data_type(inner),
                })
            }
            Type::Iterable(Some(inner))
            | Type::Iterator(Some(inner))
            | Type::Type(Some(inner))
            | Type::Sensitive(Some(inner)) => {
                self.out.write_str(data_type.simple_name())?;
                self.brackets(|printer| printer.data_type(inner))
            }
            Type::Class(Some(name)) => write!(self.out, "Class[{name}]"),
            Type::Resource(resource) => {
                self.out.write_str(resource.type_name.as_deref().unwrap_or("Resource"))?;
                match &resource.title {
                    Some(title) => self.brackets(|printer| quote(title, printer.out)),
                    None => Ok(()),
                }
            }
            Type::Callable(callable) => self.callable(callable),
            _ => self.further_kinds(data_type),
        }
    }

    fn further_kinds(&mut self, data_type: &Type) -> fmt::Result {
        match data_type {
            Type::Runtime(runtime)
                if runtime.runtime.is_some() || runtime.name.is_some() || runtime.pattern.is_some() =>
            {
                self.out.write_str("Runtime")?;
                self.brackets(|printer| {
                    printer.out.write_str(runtime.runtime.as_deref().unwrap_or("undef"))?;
                    match (&runtime.name, &runtime.pattern) {
                        (Some(name), _) => {
                            printer.out.write_str(", ")?;
                            quote(name, printer.out)
                        }
                        (None, Some((regex, replacement))) => {
                            write!(printer.out, ", [{regex}, ")?;
                            quote(replacement, printer.out)?;
                            printer.out.write_char(']')
                        }
                        (None, None) => printer.out.write_str(", undef"),
                    }
                })
            }
            Type::Timestamp(range) => self.times("Timestamp", **range),
            Type::Timespan(range) => self.times("Timespan", **range),
            Type::SemVer(ranges) if !ranges.is_empty() => {
                self.out.write_str("SemVer")?;
                self.brackets(|printer| printer.list(ranges.iter(), |printer, range| write!(printer.out, "'{range}'")))
            }
            Type::Uri(Some(pattern)) => {
                self.out.write_str("URI")?;
                self.brackets(|printer| {
                    printer.out.write_char('{')?;
                    printer.list(pattern.parts.iter(), |printer, (name, demand)| {
                        quote(name, printer.out)?;
                        printer.out.write_str(" => ")?;
                        printer.literal(demand)
                    })?;
                    printer.out.write_char('}')
                })
            }
            Type::Init(init) => match &init.target {
                None => self.out.write_str("Init"),
                Some(target) => {
                    self.out.write_str("Init")?;
                    self.brackets(|printer| {
                        printer.data_type(target)?;
                        for argument in &init.arguments {
                            printer.out.write_str(", ")?;
                            printer.literal(argument)?;
                        }
                        Ok(())
                    })
                }
            },
            Type::Object(object) => self.object(object),
            Type::Deferred if self.is_expanded => self.object(&ObjectType::deferred()),
            Type::Error if self.is_expanded => self.object(&ObjectType::error()),
            Type::ObjectExtension(extension) => self.extension(extension),
            Type::TypeSet(set) => self.type_set(set),
            Type::Alias(alias) => {
                let name = self.name_in_set(alias.name());
                self.out.write_str(&name)?;
                let identity = alias.identity();
                let stays = alias.as_builtin().is_some() || self.aliases.contains(&identity);
                if !self.is_expanded || stays || self.expansions >= MAX_EXPANSIONS {
                    return Ok(());
                }
                self.expansions += 1;
                let Some(target) = alias.target() else { return Ok(()) };
                self.out.write_str(" = ")?;
                self.aliases.push(identity);
                let result = self.data_type(&target);
                self.aliases.pop();
                result
            }
            Type::Reference(name) => {
                self.out.write_str("TypeReference")?;
                self.brackets(|printer| quote(name, printer.out))
            }
            other => self.out.write_str(other.simple_name()),
        }
    }

    fn brackets(&mut self, inside: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        self.out.write_char('[')?;
        inside(self)?;
        self.out.write_char(']')
    }

    fn list<T>(
        &mut self,
        items: impl Iterator<Item = T>,
        mut write: impl FnMut(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.out.write_str(", ")?;
            }
            write(self, item)?;
        }
        Ok(())
    }

    fn bounds<T>(
        &mut self,
        name: &str,
        from: Option<T>,
        to: Option<T>,
        mut write: impl FnMut(&mut dyn Write, T) -> fmt::Result,
    ) -> fmt::Result {
        self.out.write_str(name)?;
        self.brackets(|printer| {
            match from {
                Some(from) => write(printer.out, from)?,
                None => printer.out.write_str("default")?,
            }
            match to {
                Some(to) => {
                    printer.out.write_str(", ")?;
                    write(printer.out, to)
                }
                None => Ok(()),
            }
        })
    }

    /// Prints a range with equal bounds as a single time.
    fn times<T: fmt::Display + PartialEq + Copy>(&mut self, name: &str, range: TimeRange<T>) -> fmt::Result {
        if range.from.is_none() && range.to.is_none() {
            return self.out.write_str(name);
        }
        let to = range.to.filter(|to| Some(*to) != range.from);
        self.bounds(name, range.from, to, |out, bound| write!(out, "'{bound}'"))
    }

    fn size(&mut self, size: Size) -> fmt::Result {
        write!(self.out, "{}", size.min())?;
        size.max().map_or(Ok(()), |max| write!(self.out, ", {max}"))
    }

    fn further_size(&mut self, size: Size) -> fmt::Result {
        if size == Size::ANY {
            return Ok(());
        }
        self.out.write_str(", ")?;
        self.size(size)
    }

    fn tuple(&mut self, tuple: &TupleType) -> fmt::Result {
        self.list(tuple.types.iter(), Self::data_type)?;
        tuple.size.map_or(Ok(()), |size| self.further_size(size))
    }

    /// The key is marked as optional if that does not follow from the value type.
    fn element(&mut self, element: &StructElement) -> fmt::Result {
        let takes_undef = element.value.is_assignable(&Type::Undef);
        let wrapper = match (element.is_optional, takes_undef) {
            (true, true) | (false, false) => None,
            (true, false) => Some("Optional"),
            (false, true) => Some("NotUndef"),
        };
        match wrapper {
            Some(wrapper) => {
                self.out.write_str(wrapper)?;
                self.brackets(|printer| quote(&element.name, printer.out))?;
            }
            None => quote(&element.name, self.out)?,
        }
        self.out.write_str(" => ")?;
        self.data_type(&element.value)
    }

    fn callable(&mut self, callable: &CallableType) -> fmt::Result {
        self.out.write_str("Callable")?;
        match (&callable.parameters, &callable.returns) {
            (None, None) => Ok(()),
            (None, Some(returns)) => self.brackets(|printer| {
                printer.out.write_str("[], ")?;
                printer.data_type(returns)
            }),
            (Some(parameters), None) => self.brackets(|printer| printer.parameters(parameters, callable)),
            (Some(parameters), Some(returns)) => self.brackets(|printer| {
                printer.brackets(|printer| printer.parameters(parameters, callable))?;
                printer.out.write_str(", ")?;
                printer.data_type(returns)
            }),
        }
    }

    fn parameters(&mut self, parameters: &TupleType, callable: &CallableType) -> fmt::Result {
        let types: Vec<&Type> = parameters.types.iter().filter(|part| !matches!(part, Type::Unit)).collect();
        self.list(types.iter(), |printer, part| printer.data_type(part))?;
        let mut is_first = types.is_empty();
        let size = if parameters.types.is_empty() { Some(Size::ZERO) } else { parameters.size };
        if let Some(size) = size.filter(|size| *size != Size::ANY) {
            self.out.write_str(if is_first { "" } else { ", " })?;
            self.size(size)?;
            is_first = false;
        }
        match &callable.block {
            Some(block) => {
                self.out.write_str(if is_first { "" } else { ", " })?;
                self.data_type(block)
            }
            None => Ok(()),
        }
    }

    fn literal(&mut self, literal: &Literal) -> fmt::Result {
        match literal {
            Literal::Undef => self.out.write_str("undef"),
            Literal::Default => self.out.write_str("default"),
            Literal::Boolean(value) => write!(self.out, "{value}"),
            Literal::Integer(value) => write!(self.out, "{value}"),
            Literal::Float(value) => self.out.write_str(&float_text(*value)),
            Literal::String(text) => quote(text, self.out),
            Literal::Regexp(regex) => write!(self.out, "{regex}"),
            Literal::Array(elements) => self.brackets(|printer| printer.list(elements.iter(), Self::literal)),
            Literal::Hash(entries) => {
                self.out.write_char('{')?;
                self.list(entries.iter(), |printer, (key, value)| {
                    printer.literal(key)?;
                    printer.out.write_str(" => ")?;
                    printer.literal(value)
                })?;
                self.out.write_char('}')
            }
            Literal::Type(data_type) => self.data_type(data_type),
        }
    }
}
