//! Object types and type sets as text.

use std::fmt;

use super::{Printer, quote};
use crate::literal::Literal;
use crate::object::{Attribute, AttributeKind, ObjectExtension, ObjectFunction, ObjectType, TypeSetType};
use crate::types::Type;

impl Printer<'_> {
    pub(super) fn object(&mut self, object: &ObjectType) -> fmt::Result {
        if !self.is_expanded || object.is_default() {
            let name = self.name_in_set(object.label());
            // When aliases are expanded, the empty hash is printed too.
            return if self.is_expanded { self.out.write_str("Object[{}]") } else { self.out.write_str(&name) };
        }
        self.is_expanded = false;
        let result = self.object_hash(object);
        self.is_expanded = true;
        result
    }

    fn object_hash(&mut self, object: &ObjectType) -> fmt::Result {
        self.out.write_str("Object[{")?;
        let mut entries = Entries { count: 0 };
        if let Some(name) = object.name.as_ref().filter(|_| self.type_set.is_none()) {
            entries.key(self, "name")?;
            quote(name, self.out)?;
        }
        if let Some(parent) = &object.parent {
            entries.key(self, "parent")?;
            self.data_type(parent)?;
        }
        if !object.type_parameters.is_empty() {
            entries.key(self, "type_parameters")?;
            self.members(object.type_parameters.iter(), |printer, parameter| {
                quote(&parameter.name, printer.out)?;
                printer.out.write_str(" => ")?;
                printer.data_type(&parameter.data_type)
            })?;
        }
        let (constants, attributes): (Vec<_>, Vec<_>) =
            object.attributes.iter().partition(|attribute| attribute.is_plain_constant());
        if !attributes.is_empty() {
            entries.key(self, "attributes")?;
            self.members(attributes.iter(), |printer, attribute| printer.attribute(attribute))?;
        }
        if !constants.is_empty() {
            entries.key(self, "constants")?;
            self.members(constants.iter(), |printer, constant| {
                quote(&constant.name, printer.out)?;
                printer.out.write_str(" => ")?;
                constant.value.as_ref().map_or(Ok(()), |value| printer.literal(value))
            })?;
        }
        if !object.functions.is_empty() {
            entries.key(self, "functions")?;
            self.members(object.functions.iter(), Self::function)?;
        }
        if let Some(equality) = &object.equality {
            entries.key(self, "equality")?;
            self.brackets(|printer| printer.list(equality.iter(), |printer, name| quote(name, printer.out)))?;
        }
        self.out.write_str("}]")
    }

    fn members<T>(
        &mut self,
        items: impl Iterator<Item = T>,
        write: impl FnMut(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        self.out.write_char('{')?;
        self.list(items, write)?;
        self.out.write_char('}')
    }

    fn attribute(&mut self, attribute: &Attribute) -> fmt::Result {
        quote(&attribute.name, self.out)?;
        self.out.write_str(" => ")?;
        let is_final = attribute.is_final && attribute.kind != AttributeKind::Constant;
        self.member(
            &attribute.data_type,
            is_final,
            attribute.is_override,
            attribute.kind.name(),
            attribute.value.as_ref(),
        )
    }

    fn function(&mut self, function: &ObjectFunction) -> fmt::Result {
        quote(&function.name, self.out)?;
        self.out.write_str(" => ")?;
        self.member(&function.data_type, function.is_final, function.is_override, None, None)
    }

    /// Writes only the type if there are no other fields.
    fn member(
        &mut self,
        data_type: &Type,
        is_final: bool,
        is_override: bool,
        kind: Option<&str>,
        value: Option<&Literal>,
    ) -> fmt::Result {
        if !is_final && !is_override && kind.is_none() && value.is_none() {
            return self.data_type(data_type);
        }
        self.out.write_str("{type => ")?;
        self.data_type(data_type)?;
        if is_final {
            self.out.write_str(", final => true")?;
        }
        if is_override {
            self.out.write_str(", override => true")?;
        }
        if let Some(kind) = kind {
            write!(self.out, ", kind => {kind}")?;
        }
        if let Some(value) = value {
            self.out.write_str(", value => ")?;
            self.literal(value)?;
        }
        self.out.write_char('}')
    }

    pub(super) fn extension(&mut self, extension: &ObjectExtension) -> fmt::Result {
        let name = self.name_in_set(extension.base.label());
        self.out.write_str(&name)?;
        self.brackets(|printer| printer.list(extension.parameters.iter(), |printer, (_, value)| printer.literal(value)))
    }

    pub(super) fn type_set(&mut self, set: &TypeSetType) -> fmt::Result {
        let name = set.name.as_deref().unwrap_or(super::DEFAULT_TYPE_SET);
        let uri = if set.name.is_none() { "pcore_uri => 'http://puppet.com/2016.1/pcore', " } else { "" };
        write!(self.out, "TypeSet[{{{uri}pcore_version => '1.0.0'")?;
        self.out.write_str(", name_authority => 'http://puppet.com/2016.1/runtime', name => ")?;
        quote(name, self.out)?;
        match &set.version {
            Some(version) => write!(self.out, ", version => '{version}'")?,
            None => self.out.write_str(", version => '0.0.0'")?,
        }
        if set.types.is_empty() {
            return self.out.write_str("}]");
        }
        self.out.write_str(", types => ")?;
        let outer = self.type_set.replace(name.to_owned());
        let result = self.members(set.types.iter(), |printer, (name, data_type)| {
            write!(printer.out, "{name} => ")?;
            match data_type {
                Type::Alias(alias) => alias.target().map_or(Ok(()), |target| printer.data_type(&target)),
                data_type => printer.data_type(data_type),
            }
        });
        self.type_set = outer;
        result?;
        self.out.write_str("}]")
    }

    /// Returns a name without the name of the type set being printed.
    pub(super) fn name_in_set(&self, name: &str) -> String {
        let own = self.type_set.as_ref().and_then(|set| name.strip_prefix(set.as_str())?.strip_prefix("::"));
        own.unwrap_or(name).to_owned()
    }
}

/// Writer of the present entries of a hash.
struct Entries {
    count: usize,
}

impl Entries {
    fn key(&mut self, printer: &mut Printer<'_>, key: &str) -> fmt::Result {
        let separator = if self.count > 0 { ", " } else { "" };
        self.count += 1;
        write!(printer.out, "{separator}{key} => ")
    }
}

impl Attribute {
    /// Returns whether a constant can be written as a plain value, because its type follows from the value.
    fn is_plain_constant(&self) -> bool {
        self.kind == AttributeKind::Constant
            && self.value.as_ref().is_some_and(|value| Type::infer(value).generalize() == self.data_type)
    }
}
