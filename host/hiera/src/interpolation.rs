//! `%{…}` in data and in `hiera.yaml`: variables, and the methods `lookup`, `hiera`, `alias`, `literal` and `scope`.

use std::sync::Arc;

use syntax::Diagnostic;
use value::{EvalError, FileLocation, Hash, Strict, Value};

use crate::explain::{LookupEvent, LookupStep};
use crate::host::ClassState;
use crate::issue;
use crate::key;
use crate::lookup::{Lookup, LookupCall};
use crate::outline;
use crate::state::Remembered;

/// Maximum nesting depth of interpolated data.
const MAXIMUM_DEPTH: usize = 1_000;

/// A parsed expression inside `%{}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method<'t> {
    /// An empty expression, interpolated as the empty string.
    Nothing,
    /// A variable with an optional path into its value.
    Scope(&'t str),
    /// A method with its argument.
    Call(&'t str, &'t str),
}

impl<'t> Method<'t> {
    /// Parses an expression.
    pub(crate) fn of(expression: &'t str) -> Self {
        let expression = expression.trim();
        if matches!(expression, "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'") {
            return Self::Nothing;
        }
        Self::call(expression).unwrap_or(Self::Scope(expression))
    }

    /// Parses `name('argument')`.
    fn call(expression: &'t str) -> Option<Self> {
        let (name, rest) = expression.split_once('(')?;
        let argument = rest.strip_suffix(')')?;
        let quote = argument.chars().next().filter(|letter| matches!(letter, '\'' | '"'))?;
        let inner = argument.strip_prefix(quote)?.strip_suffix(quote)?;
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let is_call = !name.is_empty() && name.chars().all(is_word) && !inner.is_empty() && !inner.contains(quote);
        is_call.then_some(Self::Call(name, inner))
    }
}

/// Returns the variables that a text interpolates, with the paths into their values.
pub(crate) fn variables(text: &str) -> Vec<String> {
    let expressions = text.split("%{").skip(1).filter_map(|rest| rest.split_once('}'));
    let variable = |(expression, _)| match Method::of(expression) {
        Method::Scope(name) | Method::Call("scope", name) => Some(name.to_owned()),
        Method::Nothing | Method::Call(..) => None,
    };
    expressions.filter_map(variable).collect()
}

impl Lookup<'_> {
    /// Interpolates all strings in a value, including the keys of hashes.
    ///
    /// # Errors
    /// Returns an error if an interpolation is invalid or its lookup fails.
    pub fn interpolate(&mut self, value: &Value, with_methods: bool) -> Result<Value, EvalError> {
        self.interpolate_within(value, with_methods, 0)
    }

    fn interpolate_within(&mut self, value: &Value, with_methods: bool, depth: usize) -> Result<Value, EvalError> {
        if depth > MAXIMUM_DEPTH {
            return Err(issue::lookup_error("The data is nested too deeply"));
        }
        match value {
            Value::String(text) if text.contains("%{") => self.interpolate_text(text, with_methods),
            Value::Array(elements) => elements
                .iter()
                .map(|element| self.interpolate_within(element, with_methods, depth + 1))
                .collect::<Result<Value, EvalError>>(),
            Value::Hash(entries) => {
                let mut hash = Hash::with_capacity(entries.len());
                for (key, value) in &**entries {
                    let key = self.interpolate_within(key, with_methods, depth + 1)?;
                    hash.insert(key, self.interpolate_within(value, with_methods, depth + 1)?);
                }
                Ok(hash.into())
            }
            other => Ok(other.clone()),
        }
    }

    /// Interpolates a string. The result is a string unless the whole text is an `alias`.
    fn interpolate_text(&mut self, text: &Arc<str>, with_methods: bool) -> Result<Value, EvalError> {
        self.explained(
            || LookupStep::Interpolate(text.to_string()),
            |lookup| {
                let mut result = String::with_capacity(text.len());
                let mut rest = &**text;
                while let Some(start) = rest.find("%{") {
                    let Some(length) = rest[start..].find('}') else {
                        lookup.unclosed_interpolation();
                        break;
                    };
                    let end = start + length;
                    let method = Method::of(&rest[start + 2..end]);
                    if let Method::Call("alias", key) = method {
                        if !with_methods {
                            return Err(issue::interpolation_method_not_allowed());
                        }
                        if start > 0 || end + 1 < text.len() {
                            return Err(issue::alias_not_alone());
                        }
                        return lookup.lookup_within(key);
                    }
                    result.push_str(&rest[..start]);
                    let value = lookup.interpolate_method(method, text, with_methods)?;
                    result.push_str(&value.ruby());
                    rest = &rest[end + 1..];
                }
                result.push_str(rest);
                Ok(result.into())
            },
        )
    }

    fn interpolate_method(&mut self, method: Method<'_>, text: &str, with_methods: bool) -> Result<Value, EvalError> {
        let (value, key) = match method {
            Method::Nothing => return Ok(Value::Undef),
            Method::Scope(name) => (self.scope_value(name, text)?, format!("scope:{name}")),
            Method::Call(..) if !with_methods => return Err(issue::interpolation_method_not_allowed()),
            Method::Call("scope", name) => (self.scope_value(name, text)?, format!("scope:{name}")),
            Method::Call("lookup" | "hiera", key) => (self.lookup_within(key)?, key.to_owned()),
            Method::Call("literal", literal) => (literal.into(), literal.to_owned()),
            Method::Call(unknown, _) => return Err(issue::unknown_interpolation_method(unknown)),
        };
        // The found value may contain further interpolations.
        self.once(&key, |lookup| lookup.interpolate(&value, with_methods))
    }

    /// Looks up a key for an interpolation; an empty string if there is no value.
    fn lookup_within(&mut self, key: &str) -> Result<Value, EvalError> {
        let outer = self.state().invocation.clone();
        let call = LookupCall {
            names: vec![key.to_owned()],
            default: Some("".into()),
            overrides: outer.overrides,
            defaults: outer.defaults,
            ..LookupCall::default()
        };
        self.value(&call)
    }

    /// Returns the value of a variable such as `facts.os.family` or `::a::b`; undef if it does not exist.
    pub(crate) fn scope_value(&mut self, name: &str, text: &str) -> Result<Value, EvalError> {
        let mut segments = key::split(name).ok_or_else(|| issue::lookup_key_syntax("string", text))?;
        let root = segments.remove(0).text();
        let step = || LookupStep::Scope("Global Scope".to_owned());
        // An explanation shows the whole value.
        let element = segments.first().and_then(Value::as_str).filter(|_| !self.state().is_explaining());
        let value = self.explained(step, |lookup| lookup.root_value(&root, element))?;
        let value = match value.is_undef() {
            true => value,
            false => self.dig(name, &segments, value)?.unwrap_or_default(),
        };
        if let Some(remembered) = &mut self.state().remembered {
            // A variable that begins with `::` cannot change after it is set.
            if value.is_undef() || !name.starts_with("::") {
                remembered.push(Remembered { name: name.to_owned(), root, segments, value: value.clone() });
            }
        }
        Ok(value)
    }

    fn root_value(&mut self, root: &str, element: Option<&str>) -> Result<Value, EvalError> {
        let invocation = self.state().invocation.clone();
        if let Some(value) = invocation.overrides.text(root) {
            self.explain_event(LookupEvent::FoundInOverrides, root, value);
            return Ok(value.clone());
        }
        if let Some(value) = self.host.variable(root, element) {
            self.explain_found(root, &value);
            return Ok(value);
        }
        self.undefined_in_data(root)?;
        if let Some(value) = invocation.defaults.text(root) {
            self.explain_event(LookupEvent::FoundInDefaults, root, value);
            return Ok(value.clone());
        }
        Ok(Value::Undef)
    }

    /// Reports a missing variable: a warning or an error, depending on the `strict` setting.
    fn undefined_in_data(&mut self, name: &str) -> Result<(), EvalError> {
        let strict = self.host.settings().strict;
        if strict == Strict::Off || (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())) {
            return Ok(());
        }
        let plain = name.strip_prefix("::").unwrap_or(name);
        let class = plain.rsplit_once("::").map(|(class, _)| class);
        let message = match class {
            Some(class) => match self.host.class_state(class)? {
                ClassState::Unknown => issue::undefined_in_data(plain, &format!("class {class} could not be found")),
                ClassState::NotEvaluated => {
                    issue::undefined_in_data(plain, &format!("class {class} has not been evaluated"))
                }
                ClassState::Evaluated => issue::undefined_in_data(&format!("::{plain}"), ""),
            },
            None => issue::undefined_in_data(name, ""),
        };
        let place = self.data_place(|text| outline::line_of_variable(text, name));
        let hint = place.map(|place| issue::interpolating(name, &place));
        if strict == Strict::Error {
            let error = EvalError::new(message);
            return Err(hint.into_iter().fold(error, EvalError::with_hint));
        }
        let warning = hint.into_iter().fold(issue::warning(message), Diagnostic::with_hint);
        self.host.warn_once(&format!("Variable: {name}"), warning);
        Ok(())
    }

    /// Returns the file whose data are being interpolated, with the line that a function finds in its text.
    fn data_place(&mut self, line: impl FnOnce(&str) -> Option<u32>) -> Option<String> {
        let place = self.state().data_place.clone()?;
        // A place that is not a file, such as a URI, has no lines.
        let file = self.host.world().text(FileLocation::Anywhere, &place).ok().flatten();
        let line = file.and_then(|file| line(&file.text));
        Some(line.map_or_else(|| place.to_string(), |line| format!("{place}, line {line}")))
    }

    /// Warns that an interpolation in data is not closed. Puppet keeps it silently.
    fn unclosed_interpolation(&mut self) {
        if self.host.settings().strict != Strict::Off
            && let Some(place) = self.data_place(outline::line_of_unclosed_interpolation)
        {
            self.host.warn_once(&format!("unclosed: {place}"), issue::unclosed_interpolation(&place));
        }
    }

    /// Returns whether a variable still has its recorded value.
    pub(crate) fn is_unchanged(&mut self, remembered: &Remembered) -> Result<bool, EvalError> {
        let element = remembered.segments.first().and_then(Value::as_str);
        let value = self.host.variable(&remembered.root, element).unwrap_or_default();
        let value = match value.is_undef() {
            true => value,
            false => self.dig(&remembered.name, &remembered.segments, value)?.unwrap_or_default(),
        };
        Ok(value == remembered.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_variables_or_calls() {
        assert_eq!(Method::of(" :: "), Method::Nothing);
        assert_eq!(Method::of(" facts.os "), Method::Scope("facts.os"));
        assert_eq!(Method::of("lookup('a.b')"), Method::Call("lookup", "a.b"));
        assert_eq!(Method::of("scope(\"a'b\")"), Method::Call("scope", "a'b"));
        for text in ["lookup(a)", "lookup('')", "lookup('a'b')", "lookup('a') ('b')", "a b('c')"] {
            assert_eq!(Method::of(text), Method::Scope(text), "{text}");
        }
    }
}
