//! Names of classes and defined types as the old language finds them: first in the class around, then in the namespaces
//! that its name is in, then at the top. In today's language every name is whole, and nothing here finds any.

use datatype::Type;

use super::Evaluator;
use crate::definition::ClassId;
use crate::eval_error::EvalError;
use crate::issue;
use crate::resource::{CodeOrigin, TypeId};
use crate::value::Value;

impl<'a> Evaluator<'a> {
    /// Returns the whole name of a class that code names here; as it is if it is whole already.
    ///
    /// # Errors
    /// A file that should define it does not parse.
    pub(crate) fn whole_class_name(&mut self, name: &str) -> Result<String, EvalError> {
        let found = if self.is_puppet3() { self.relative_class(&self.namespace(), name)? } else { None };
        Ok(found.map_or_else(|| name.to_owned(), |class| self.definitions.get_class(class).node.name.to_string()))
    }

    /// Finds the class that another inherits from by a name that is not whole.
    ///
    /// # Errors
    /// A file that should define it does not parse.
    pub(crate) fn relative_parent(&mut self, class: ClassId, name: &str) -> Result<Option<ClassId>, EvalError> {
        let namespace = &self.definitions.get_class(class).node.name;
        if self.is_puppet3() { self.relative_class(namespace, name) } else { Ok(None) }
    }

    /// Finds the class that another inherits from, if it is known already.
    pub(crate) fn known_parent(&self, class: ClassId, name: &str) -> Option<ClassId> {
        let names = self.is_puppet3().then(|| relative(&self.definitions.get_class(class).node.name, name));
        names.into_iter().flatten().find_map(|name| self.definitions.class(&name))
    }

    /// Finds the type of resources that code names here by a name that is not whole.
    ///
    /// # Errors
    /// A file that should define it does not parse.
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
    /// A file that should define one does not parse.
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

    /// Returns the namespace of the code that runs at this moment: the name of its class, or that of its define without the
    /// last part.
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

/// Returns the names that a name can stand for inside a namespace, the innermost first; none for one that is whole.
fn relative(namespace: &str, name: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut around = Some(namespace).filter(|namespace| !namespace.is_empty() && !name.starts_with("::"));
    while let Some(namespace) = around {
        names.push(format!("{namespace}::{}", name.to_lowercase()));
        around = namespace.rsplit_once("::").map(|(outer, _)| outer);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_namespace_comes_first() {
        assert_eq!(relative("a::b", "C"), ["a::b::c", "a::c"]);
        assert_eq!(relative("", "c"), [""; 0]);
        assert_eq!(relative("a", "::c"), [""; 0]);
    }
}
