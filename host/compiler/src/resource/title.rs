//! Title patterns, which derive the namevars of a resource from its title.

use catalog::schema::TypeSchema;
use datatype::Regex;
use value::Value;

/// The title patterns of a type, and the names of its namevars.
#[derive(Debug)]
pub(crate) struct TitlePatterns {
    /// The namevars, sorted by name.
    namevars: Box<[Box<str>]>,
    patterns: Box<[Pattern]>,
}

#[derive(Debug)]
struct Pattern {
    regex: Regex,
    captures: Box<[Box<str>]>,
}

impl Default for TitlePatterns {
    /// Returns the patterns of classes and defined types: the title is the name.
    fn default() -> Self {
        Self { namevars: Box::from([Box::from("name")]), patterns: Box::from([]) }
    }
}

impl TitlePatterns {
    /// Returns the patterns of a schema. An invalid regular expression is ignored here; schema validation rejects it.
    pub(crate) fn new(schema: &TypeSchema) -> Self {
        let mut namevars: Vec<Box<str>> =
            schema.namevars().map(|(_, attribute)| attribute.name.as_str().into()).collect();
        namevars.sort();
        let name = |index: &u16| Some(schema.attributes.get(usize::from(*index))?.name.as_str().into());
        let patterns = schema.title_patterns.iter().filter_map(|pattern| {
            let regex = Regex::new(&format!("\\A(?:{})\\z", pattern.pattern)).ok()?;
            Some(Pattern { regex, captures: pattern.captures.iter().map(name).collect::<Option<_>>()? })
        });
        Self { namevars: namevars.into(), patterns: patterns.collect() }
    }

    /// Returns the only namevar; `name` if there are several.
    pub(crate) fn namevar(&self) -> &str {
        match &*self.namevars {
            [namevar] => namevar,
            _ => "name",
        }
    }

    /// Returns whether titles cannot be split although there are several namevars.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.patterns.is_empty() && self.namevars.len() > 1
    }

    /// Returns whether the title is the value of the only namevar, unchanged.
    pub(crate) fn is_plain(&self) -> bool {
        self.patterns.is_empty() && self.namevars.len() == 1
    }

    /// Returns the namevars derived from a title, with their values. Returns `None` if no pattern matches the title.
    pub(crate) fn parse<'t>(&self, title: &'t str) -> Option<Vec<(&str, &'t str)>> {
        if self.patterns.is_empty() {
            return Some(vec![(self.namevar(), title)]);
        }
        self.patterns.iter().find_map(|pattern| {
            // A search that exceeds the step limit counts as no match.
            let captures = pattern.regex.captures_at(title, 0).ok()??;
            let pairs = pattern.captures.iter().enumerate();
            Some(pairs.filter_map(|(index, name)| Some((&**name, captures.text(index + 1, title)?))).collect())
        })
    }

    /// Returns the values of the namevars, sorted by name, which identify a resource. `parsed` are those derived from the
    /// title; attributes take precedence.
    pub(crate) fn identity(&self, parsed: &[(&str, &str)], attribute: impl Fn(&str) -> Option<Value>) -> Box<[Value]> {
        let given = |namevar: &str| {
            attribute(namevar).or_else(|| if self.namevars.len() == 1 { attribute("name") } else { None })
        };
        let from_title =
            |namevar: &str| parsed.iter().find(|(name, _)| *name == namevar).map(|(_, text)| Value::from(*text));
        self.namevars.iter().map(|namevar| given(namevar).or_else(|| from_title(namevar)).unwrap_or_default()).collect()
    }
}
