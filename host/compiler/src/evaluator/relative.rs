//! Relative names of classes and defined types in Puppet 3, which are searched in the current class, then in its
//! enclosing namespaces, then at top level. In the current language all names are absolute, and these functions find
//! nothing.

use datatype::Type;
use value::{EvalError, Value};

use super::Evaluator;
use crate::identity::{ClassId, CodeOrigin, TypeId};
use crate::issue;

impl<'a> Evaluator<'a> {
    /// Returns the absolute name of a class for the current scope.
    ///
    /// # Errors
    /// Returns an error if a file that should define the class does not parse.
    pub(crate) fn whole_class_name(&mut self, name: &str) -> Result<String, EvalError> {
        let found = if self.is_puppet3() { self.relative_class(&self.namespace(), name)? } else { None };
        Ok(found.map_or_else(|| name.to_owned(), |class| self.definitions.get_class(class).node.name.to_string()))
    }

    /// Finds the parent of a class by a relative name.
    ///
    /// # Errors
    /// Returns an error if a file that should define the class does not parse.
    pub(crate) fn relative_parent(&mut self, class: ClassId, name: &str) -> Result<Option<ClassId>, EvalError> {
        let namespace = &self.definitions.get_class(class).node.name;
        if self.is_puppet3() { self.relative_class(namespace, name) } else { Ok(None) }
    }

    /// Finds the parent of a class among the classes loaded so far.
    pub(crate) fn known_parent(&self, class: ClassId, name: &str) -> Option<ClassId> {
        let names = self.is_puppet3().then(|| relative(&self.definitions.get_class(class).node.name, name));
        names.into_iter().flatten().find_map(|name| self.definitions.class(&name))
    }

    /// Finds a resource type by a relative name.
    ///
    /// # Errors
    /// Returns an error if a file that should define the type does not parse.
    pub(crate) fn relative_type(&mut self, name: &str) -> Result<Option<TypeId>, EvalError> {
        if !self.is_puppet3() {
            return Ok(None);
        }
        for whole in relative(&self.namespace(), name) {
            if self.find_define(&whole)?.is_some() {
                self.deprecate(issue::deprecated_relative_name(name, &whole));
                return self.find_resource_type(&whole);
            }
        }
        Ok(None)
    }

    /// Returns class references with names that the current language would reject or interpret differently:
    /// `Class['apache-ssl']`. `None` for those with the same meaning in both.
    ///
    /// # Errors
    /// Returns an error if a file that should define a class does not parse.
    pub(super) fn old_class_references(&mut self, keys: &[Value]) -> Result<Option<Value>, EvalError> {
        let mut flat = Vec::new();
        keys.iter().for_each(|key| key.flatten_into(&mut flat));
        let mut references = Vec::with_capacity(flat.len());
        for key in &flat {
            let Some(name) = key.as_str().filter(|name| !name.is_empty()) else { return Ok(None) };
            let name = self.whole_class_name(name)?;
            references.push(Value::data_type(Type::class(Some(&name))));
        }
        Ok(match keys {
            [Value::String(_)] => references.pop(),
            _ => Some(Value::from(references)),
        })
    }

    fn relative_class(&mut self, namespace: &str, name: &str) -> Result<Option<ClassId>, EvalError> {
        for whole in relative(namespace, name) {
            if let Some(class) = self.find_class(&whole)? {
                self.deprecate(issue::deprecated_relative_name(name, &whole));
                return Ok(Some(class));
            }
        }
        Ok(None)
    }

    /// Returns the namespace of the current code: the name of its class, or the name of its defined type without the
    /// last segment.
    fn namespace(&self) -> String {
        match self.scopes.get(self.scopes.current()).source {
            CodeOrigin::Class(class) => self.definitions.get_class(class).node.name.to_string(),
            CodeOrigin::Define(define) => {
                let name = &self.definitions.get_define(define).node.name;
                name.rsplit_once("::").map_or_else(String::new, |(namespace, _)| namespace.to_owned())
            }
            CodeOrigin::Main | CodeOrigin::Node(_) => String::new(),
        }
    }
}

/// Returns the candidates for a name in a namespace, innermost first; empty for an absolute name.
fn relative(namespace: &str, name: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut enclosing = Some(namespace).filter(|namespace| !namespace.is_empty() && !name.starts_with("::"));
    while let Some(namespace) = enclosing {
        names.push(format!("{namespace}::{}", name.to_lowercase()));
        enclosing = namespace.rsplit_once("::").map(|(outer, _)| outer);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_names_are_ordered_innermost_first() {
        assert_eq!(relative("a::b", "C"), ["a::b::c", "a::c"]);
        assert_eq!(relative("", "c"), [""; 0]);
        assert_eq!(relative("a", "::c"), [""; 0]);
    }
}
