//! `TypeSet[{types => {A => Integer, B => Object[{…}]}}]`: types that can refer to each other by their short names.

use syntax::ast::{Access, Expression, ExpressionKind, HashEntry};

use super::{Reader, Resolver};
use crate::alias::Aliases;
use crate::issue::TypeIssue;
use crate::literal::Literal;
use crate::object::{ObjectType, TypeSetType};
use crate::types::Type;

impl Reader<'_> {
    /// Reads a type set; `None` if the access is of another type.
    pub(super) fn type_set(&mut self, access: &Access) -> Result<Option<Type>, TypeIssue> {
        let is_set =
            matches!(&access.target.kind, ExpressionKind::TypeName(name) if name.eq_ignore_ascii_case("typeset"));
        let [key] = access.keys.as_slice() else { return Ok(None) };
        let ExpressionKind::Hash(entries) = &key.kind else { return Ok(None) };
        if !is_set {
            return Ok(None);
        }
        let mut initializer = Vec::new();
        let mut aliases = Aliases::new();
        for entry in entries {
            let key = self.literal(&entry.key)?;
            let value = match (key.as_str(), &entry.value.kind) {
                (Some("types"), ExpressionKind::Hash(members)) => self.members(members, &mut aliases)?,
                _ => self.literal(&entry.value)?,
            };
            initializer.push((key, value));
        }
        let set = TypeSetType::from_initializer(self.defined(), &Literal::Hash(initializer.into()))?;
        Ok(Some(Type::TypeSet(TypeSetType { _aliases: aliases.into(), ..set }.into())))
    }

    /// Reads the types of a set in their order, or earlier where another type depends on them.
    fn members(&mut self, entries: &[HashEntry], aliases: &mut Aliases) -> Result<Literal, TypeIssue> {
        let members = entries.iter().map(|entry| Ok((self.member_name(&entry.key)?, &entry.value)));
        let members = members.collect::<Result<Vec<_>, TypeIssue>>()?;
        let names: Vec<String> = members.iter().map(|(name, _)| name.clone()).collect();
        let mut names_of_set = Members { set: self.name, members, aliases, outer: self.resolver };
        let mut types = Vec::new();
        for name in names {
            let member = names_of_set.resolve(&name)?.unwrap_or_else(|| Type::Reference(name.as_str().into()));
            types.push((Literal::from(name.as_str()), Literal::Type(member.resolved())));
        }
        Ok(Literal::Hash(types.into()))
    }

    fn member_name(&mut self, key: &Expression) -> Result<String, TypeIssue> {
        match &key.kind {
            ExpressionKind::TypeName(name) => Ok(name.to_string()),
            _ => Ok(self.literal(key)?.as_str().unwrap_or_default().to_owned()),
        }
    }
}

/// Resolver for the types of a set and those visible around it.
struct Members<'m> {
    set: &'m str,
    members: Vec<(String, &'m Expression)>,
    aliases: &'m mut Aliases,
    outer: &'m mut dyn Resolver,
}

impl Resolver for Members<'_> {
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
        let Some(expression) =
            self.members.iter().find(|(member, _)| member == name).map(|(_, expression)| *expression)
        else {
            return self.outer.resolve(name);
        };
        let full = if self.set.is_empty() { name.to_owned() } else { format!("{}::{name}", self.set) };
        if let Some(known) = self.aliases.get(&full) {
            return Ok(Some(known));
        }
        self.aliases.declare(&full);
        let read = Reader { name: &full, depth: 0, resolver: self }.literal(expression)?;
        let target = match &read {
            Literal::Type(data_type) => data_type.clone(),
            Literal::Hash(_) => Type::Object(ObjectType::from_initializer(Some(&full), &read)?.into()),
            _ => return Err(crate::issue::invalid_specification(&read.to_string())),
        };
        self.aliases.define(&full, target).map(Some)
    }

    fn text(&self, span: syntax::Span) -> Option<Box<str>> {
        self.outer.text(span)
    }
}
