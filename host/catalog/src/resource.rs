//! Resources, their parameters, references to them, and positions in manifests.

use std::fmt;
use std::sync::Arc;

use crate::Value;

/// A position in a manifest. Lines and columns start at 1; columns count characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The file name, as passed to the compiler.
    pub file: Arc<str>,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Formats the position as in Puppet: `(file: F, line: L)`.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file.is_empty() {
            // Code without a file, as with `-e`.
            return write!(formatter, "(line: {})", self.line);
        }
        write!(formatter, "(file: {}, line: {})", self.file, self.line)
    }
}

/// A reference to a resource: `File[/etc/motd]`. The segments of the type are capitalised, and those of a
/// class title too.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceRef {
    /// The capitalised type: `File`, `Apache::Vhost`.
    pub type_name: Arc<str>,
    /// The title.
    pub title: Arc<str>,
}

impl ResourceRef {
    /// Returns a reference. The segments of the type are capitalised, and those of a class title other than
    /// `main` too.
    ///
    /// ```
    /// use catalog::ResourceRef;
    /// assert_eq!(ResourceRef::new("apache::vhost", "a b").to_string(), "Apache::Vhost[a b]");
    /// assert_eq!(ResourceRef::new("class", "::apache::mod").to_string(), "Class[Apache::Mod]");
    /// ```
    #[must_use]
    pub fn new(type_name: &str, title: &str) -> Self {
        let type_name: Arc<str> = capitalized(type_name).into();
        let title: Arc<str> = match (&*type_name, title.strip_prefix("::").unwrap_or(title)) {
            ("Class", "main" | "Main") => "main".into(),
            ("Class", name) => capitalized(name).into(),
            _ => title.into(),
        };
        Self { type_name, title }
    }

    /// Parses `Type[title]`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (type_name, rest) = text.split_once('[')?;
        let title = rest.strip_suffix(']')?;
        let is_type = !type_name.is_empty() && type_name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':');
        is_type.then(|| Self::new(type_name, title))
    }

    /// Returns `Type[title]`: the text of the display, with one allocation. Reports have several for each resource.
    #[must_use]
    pub fn text(&self) -> String {
        [&*self.type_name, "[", &*self.title, "]"].concat()
    }
}

impl fmt::Display for ResourceRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}[{}]", self.type_name, self.title)
    }
}

/// Returns whether a text is a valid tag.
#[must_use]
pub fn is_tag(text: &str) -> bool {
    // Puppet's pattern ends with `\Z`, which accepts one trailing line break.
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first.is_alphanumeric() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':' | '.' | '-'))
}

/// Capitalises each segment of a qualified name.
fn capitalized(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    for (index, segment) in name.strip_prefix("::").unwrap_or(name).split("::").enumerate() {
        if index > 0 {
            result.push_str("::");
        }
        let mut letters = segment.chars();
        result.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        result.push_str(letters.as_str());
    }
    result
}

/// An attribute of a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The name of the attribute.
    pub name: Arc<str>,
    /// The value, never undef. The value of a sensitive parameter is a [`Value::Sensitive`].
    pub value: Value,
    /// The position of the attribute in the manifest.
    pub position: Option<Position>,
}

/// A resource as produced by the compiler.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// The type and title.
    pub reference: ResourceRef,
    /// The attributes in the order in which they were set.
    pub parameters: Vec<Parameter>,
    /// The tags, without duplicates.
    pub tags: Vec<Arc<str>>,
    /// Whether the resource was exported.
    pub is_exported: bool,
    /// Whether the resource is virtual and was not collected. A finished catalog contains no such resources.
    pub is_virtual: bool,
    /// The position of the declaration.
    pub position: Option<Position>,
}

impl Resource {
    /// Returns a resource without attributes.
    #[must_use]
    pub fn new(reference: ResourceRef) -> Self {
        Self { reference, parameters: vec![], tags: vec![], is_exported: false, is_virtual: false, position: None }
    }

    /// Returns the value of an attribute.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.parameter(name).map(|p| &p.value)
    }

    /// Returns an attribute.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|p| &*p.name == name)
    }

    /// Sets an attribute; an existing one keeps its position.
    pub fn set(&mut self, name: &str, value: Value, position: Option<Position>) {
        match self.parameters.iter_mut().find(|p| &*p.name == name) {
            Some(parameter) => {
                parameter.value = value;
                parameter.position = position;
            }
            None => self.parameters.push(Parameter { name: name.into(), value, position }),
        }
    }

    /// Adds a tag if it is not present.
    pub fn tag(&mut self, tag: &Arc<str>) {
        if !self.tags.contains(tag) {
            self.tags.push(tag.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_parse_and_print() {
        let reference = ResourceRef::parse("file[/a[1]]").unwrap();
        assert_eq!((&*reference.type_name, &*reference.title), ("File", "/a[1]"));
        assert_eq!(ResourceRef::new("Class", "Main").to_string(), "Class[main]");
        assert_eq!(ResourceRef::parse("no reference"), None);
        assert_eq!(ResourceRef::parse("[x]"), None);
    }

    #[test]
    fn tags_are_validated() {
        assert!(is_tag("a.b-c:d") && is_tag("ä") && is_tag("a\n"));
        assert!(!is_tag("/a") && !is_tag("") && !is_tag("a b") && !is_tag("-a"));
    }
}
