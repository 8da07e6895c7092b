//! YAML as Puppet reads it: with Ruby's Psych, which supports most of YAML 1.1. A library parses the structure; `yaml/scalar.rs`
//! determines the types of scalars.

mod scalar;

use std::fmt;
use std::sync::Arc;

use datatype::{RuntimeType, Type};
use granit_parser::{Event, Marker, Parser, ScalarStyle, StructureStyle, Tag};
use rustc_hash::FxHashMap;

use crate::value::{Hash, Object, Value};
use scalar::Scalar;

/// Error of a YAML text, or of content that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// The message.
    pub message: String,
    /// Line and column from 1; `None` for errors of values.
    pub place: Option<(usize, usize)>,
}

impl YamlError {
    /// Returns the message about a file, with Puppet's wording.
    pub(crate) fn located(&self, path: &str) -> String {
        format!("({path}): {self}")
    }
}

impl fmt::Display for YamlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match self.place {
            Some((line, column)) => write!(formatter, " at line {line} column {column}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for YamlError {}

/// How deep collections may be inside each other.
const MAXIMUM_DEPTH: usize = 512;

/// How many values there may be once all aliases are followed: a few lines can name billions.
const MAXIMUM_VALUES: usize = 20_000_000;

/// Parses the first document of a text; undef for an empty text. Symbols as keys of hashes become strings;
/// symbols as values are kept, and Puppet's data type rejects them.
///
/// # Errors
/// The text is not YAML, or holds dates, times or objects of Ruby.
pub fn parse(text: &str) -> Result<Value, YamlError> {
    read(text, Reader::default())
}

/// Reads a text as [`parse`] does, where Ruby refuses aliases.
///
/// # Errors
/// As for [`parse`], and if there is an alias.
pub(crate) fn parse_unaliased(text: &str) -> Result<Value, YamlError> {
    read(text, Reader { has_aliases: false, ..Reader::default() })
}

/// What becomes of dates and times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dates {
    /// They are refused.
    #[default]
    Refused,
    /// They are the text that they are written as.
    Text,
}

/// Parses a text like [`parse`], for input other than Hiera's: facts, output of classifiers. Symbols become strings.
///
/// # Errors
/// As for [`parse`].
pub fn parse_plain(text: &str, dates: Dates) -> Result<catalog::Value, YamlError> {
    let value = read(text, Reader { dates, has_symbols: false, ..Reader::default() })?;
    value.check_weight().map_err(|fault| YamlError { message: fault.into_message(), place: None })?;
    Ok(value.to_catalog())
}

fn read(text: &str, mut reader: Reader) -> Result<Value, YamlError> {
    let mut parser = Parser::new_from_str(text);
    let lines: Vec<&str> = if text.contains('\t') { text.split('\n').collect() } else { Vec::new() };
    let mut flows = Vec::new();
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| {
            let marker = error.marker();
            YamlError { message: error.info(), place: Some((marker.line(), marker.col() + 1)) }
        })?;
        if matches!(event, Event::DocumentEnd) {
            break;
        }
        let is_flow = |style: StructureStyle| style == StructureStyle::Flow;
        let begins = match &event {
            Event::SequenceStart(style, ..) | Event::MappingStart(style, ..) => Some(is_flow(*style)),
            _ => None,
        };
        let is_value = begins.is_some() || matches!(&event, Event::Scalar(text, ..) if !text.is_empty());
        if let Some(place) = tab_before(&lines, &span.start)
            && is_value
            && flows.last() != Some(&true)
        {
            let message = "found character that cannot start any token while scanning for the next token".to_owned();
            return Err(YamlError { message, place: Some(place) });
        }
        flows.extend(begins);
        if matches!(event, Event::SequenceEnd | Event::MappingEnd) {
            flows.pop();
        }
        reader.take(event, &span.start)?;
    }
    Ok(reader.result)
}

/// Returns the place of a tab that a line begins with before a value. The parser takes it for indentation, which it is not.
fn tab_before(lines: &[&str], place: &Marker) -> Option<(usize, usize)> {
    let line = place.line().checked_sub(1).and_then(|index| lines.get(index))?;
    let before: Vec<char> = line.chars().take(place.col()).collect();
    let is_first = before.iter().all(|letter| matches!(letter, ' ' | '\t' | '-'));
    let tab = before.iter().position(|letter| *letter == '\t').filter(|_| is_first)?;
    Some((place.line(), tab + 1))
}

/// Builds values from the parser's events.
struct Reader {
    dates: Dates,
    /// Whether symbols are values of their own.
    has_symbols: bool,
    /// Whether one value can stand in several places.
    has_aliases: bool,
    /// The collections that are not complete, outermost first.
    open: Vec<Collection>,
    anchors: FxHashMap<usize, Node>,
    /// How many values there are.
    count: usize,
    result: Value,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            dates: Dates::Refused,
            has_symbols: true,
            has_aliases: true,
            open: Vec::new(),
            anchors: FxHashMap::default(),
            count: 0,
            result: Value::Undef,
        }
    }
}

/// A value with what merge keys must know about it.
#[derive(Clone, Debug)]
struct Node {
    value: Value,
    /// Whether it was written as a mapping or an alias, or as a sequence.
    kind: NodeKind,
    /// How many values it is.
    size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeKind {
    Scalar,
    Sequence,
    Mapping,
    Alias,
}

struct Collection {
    anchor: usize,
    /// The number of values before it.
    before: usize,
    content: Content,
}

enum Content {
    Sequence(Vec<Value>),
    Mapping {
        hash: Hash,
        /// A key that waits for its value, and whether it merges.
        key: Option<(Value, bool)>,
    },
}

impl Reader {
    fn take(&mut self, event: Event<'_>, place: &Marker) -> Result<(), YamlError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag.as_deref();
                let value = self.scalar(&text, style, tag)?;
                let merges = &*text == "<<" && !tag.is_some_and(|tag| tag.is_yaml_core_schema_tag("str"));
                self.count += 1;
                self.add(Node { value, kind: NodeKind::Scalar, size: 1 }, anchor, merges)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.begin(anchor, tag.as_deref(), Content::Sequence(Vec::new()), place)
            }
            Event::MappingStart(_, anchor, tag) => {
                self.begin(anchor, tag.as_deref(), Content::Mapping { hash: Hash::default(), key: None }, place)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(_) if !self.has_aliases => Err(located("aliases are not allowed", place)),
            Event::Alias(anchor) => {
                let Some(node) = self.anchors.get(&anchor).cloned() else {
                    return Err(located("an alias is inside its own anchor", place));
                };
                self.count += node.size;
                if self.count > MAXIMUM_VALUES {
                    return Err(located("the aliases stand for too many values", place));
                }
                self.add(Node { kind: NodeKind::Alias, ..node }, 0, false)
            }
            _ => Ok(()),
        }
    }

    fn scalar(&self, text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<Value, YamlError> {
        let scalar = match tag {
            None if style == ScalarStyle::Plain => Scalar::of(text),
            None => Scalar::Text,
            Some(tag) => tagged(text, tag)?,
        };
        Ok(match scalar {
            Scalar::Null => Value::Undef,
            Scalar::Boolean(value) => value.into(),
            Scalar::Integer(value) => value.into(),
            Scalar::Float(value) => value.into(),
            Scalar::Text => text.into(),
            Scalar::Symbol(name) if self.has_symbols => symbol(name),
            Scalar::Symbol(name) => name.into(),
            Scalar::Refused(_) if self.dates == Dates::Text => text.into(),
            Scalar::Refused(class) => return Err(refused(class)),
            Scalar::TooBig => {
                return Err(YamlError { message: format!("the number {text} is too big"), place: None });
            }
        })
    }

    fn begin(&mut self, anchor: usize, tag: Option<&Tag>, content: Content, place: &Marker) -> Result<(), YamlError> {
        if let Some(class) = tag.and_then(ruby_class) {
            return Err(refused(&class));
        }
        if self.open.len() >= MAXIMUM_DEPTH {
            return Err(located("the data is nested too deeply", place));
        }
        self.open.push(Collection { anchor, before: self.count, content });
        self.count += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<(), YamlError> {
        let Some(collection) = self.open.pop() else { return Ok(()) };
        let (value, kind) = match collection.content {
            Content::Sequence(elements) => (elements.into(), NodeKind::Sequence),
            Content::Mapping { hash, .. } => (hash.into(), NodeKind::Mapping),
        };
        let size = self.count - collection.before;
        self.add(Node { value, kind, size }, collection.anchor, false)
    }

    /// Adds a value to the collection that is being read.
    fn add(&mut self, node: Node, anchor: usize, merges: bool) -> Result<(), YamlError> {
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|collection| &mut collection.content) {
            None => self.result = node.value,
            Some(Content::Sequence(elements)) => elements.push(node.value),
            Some(Content::Mapping { hash, key }) => match key.take() {
                None => *key = Some((key_of(node.value), merges)),
                Some((_, true)) if merge(hash, &node) => {}
                Some((key, _)) => {
                    hash.insert(key, node.value);
                }
            },
        }
        Ok(())
    }
}

/// Merges what stands behind a merge key; says whether it could be merged.
fn merge(hash: &mut Hash, node: &Node) -> bool {
    let entries = |hash: &Hash| hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>();
    match (&node.value, node.kind) {
        (Value::Hash(other), NodeKind::Mapping | NodeKind::Alias) => hash.extend(entries(other)),
        (Value::Array(others), NodeKind::Sequence) => {
            let mut merged = Hash::default();
            for other in others.iter().rev() {
                let Value::Hash(other) = other else { return false };
                merged.extend(entries(other));
            }
            hash.extend(entries(&merged));
        }
        _ => return false,
    }
    true
}

fn tagged<'t>(text: &'t str, tag: &Tag) -> Result<Scalar<'t>, YamlError> {
    if let Some(class) = ruby_class(tag) {
        return Err(refused(&class));
    }
    Ok(match (tag.handle(), tag.suffix()) {
        ("!", "str") => Scalar::Text,
        ("!", "float") => float(text),
        _ => match tag.core_suffix() {
            Some("str") => Scalar::Text,
            Some("float") => float(text),
            _ => Scalar::of(text),
        },
    })
}

fn float(text: &str) -> Scalar<'_> {
    match Scalar::of(text) {
        #[expect(clippy::cast_precision_loss, reason = "what the result is a float becomes one")]
        Scalar::Integer(number) => Scalar::Float(number as f64),
        other => other,
    }
}

/// Returns the class of Ruby that a tag asks for.
fn ruby_class(tag: &Tag) -> Option<String> {
    let rest = tag.suffix().strip_prefix("ruby/").filter(|_| tag.handle() == "!")?;
    let (kind, class) = rest.split_once(':').unwrap_or((rest, ""));
    match (kind, class) {
        ("sym" | "symbol" | "string" | "hash" | "array", "") => None,
        (_, "") => Some(kind.split('-').map(capitalized).collect()),
        (_, class) => Some(class.to_owned()),
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn refused(class: &str) -> YamlError {
    YamlError { message: format!("Tried to load unspecified class: {class}"), place: None }
}

fn located(message: &str, place: &Marker) -> YamlError {
    YamlError { message: message.to_owned(), place: Some((place.line(), place.col() + 1)) }
}

/// Returns a symbol of Ruby: a value that nothing in the language takes.
fn symbol(name: &str) -> Value {
    let runtime = RuntimeType { runtime: Some("ruby".into()), name: Some("Symbol".into()), pattern: None };
    let attributes = [("name", name)].into_iter().collect();
    Value::Object(Arc::new(Object { object_type: Type::Runtime(Arc::new(runtime)), attributes, context: None }))
}

/// Returns a value as a key: symbols become strings.
fn key_of(value: Value) -> Value {
    match &value {
        Value::Object(object) => object.attributes.text("name").cloned().unwrap_or(value),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        parse(text).map_or_else(|error| error.to_string(), |value| value.inspect())
    }

    #[test]
    fn collections_keep_their_order() {
        assert_eq!(shown("b: [1, {c: d}]\na:\n- x\n- ~\nb: 2\n"), r#"{"b"=>2, "a"=>["x", nil]}"#);
        assert_eq!(shown(""), "nil");
        assert_eq!(shown("--- a\n--- b\n"), r#""a""#);
        assert_eq!(
            shown("'1': '1'\n1: \"a\\tb\"\n? [k]\n: |\n  x\n  y\n"),
            "{\"1\"=>\"1\", 1=>\"a\\tb\", [\"k\"]=>\"x\\ny\\n\"}"
        );
    }

    #[test]
    fn aliases_and_merge_keys_are_followed() {
        let anchors = "a: &a {x: 1, y: 1}\nb: &b {y: 2}\n";
        assert!(shown(&format!("{anchors}c: *a\n")).ends_with(r#""c"=>{"x"=>1, "y"=>1}}"#));
        assert!(shown(&format!("{anchors}c: {{y: 3, <<: *a, z: 4}}\n")).ends_with(r#""c"=>{"y"=>1, "x"=>1, "z"=>4}}"#));
        assert!(shown(&format!("{anchors}c: {{<<: [*b, *a]}}\n")).ends_with(r#""c"=>{"x"=>1, "y"=>2}}"#));
        assert!(shown("c: {<<: 5}\n").ends_with(r#""c"=>{"<<"=>5}}"#));
        assert!(shown("a: &a [*a]\n").starts_with("an alias is inside its own anchor"));
    }

    #[test]
    fn a_few_lines_can_not_name_billions() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let below = format!("*a{}", level - 1);
            text.push_str(&format!("a{level}: &a{level} [{}]\n", vec![below; 10].join(", ")));
        }
        assert!(shown(&text).starts_with("the aliases stand for too many values"));
        assert!(shown(&"[".repeat(5_000)).contains("at line 1"));
    }

    #[test]
    fn objects_of_ruby_are_refused() {
        assert_eq!(shown("a: !ruby/object:Foo {}\n"), "Tried to load unspecified class: Foo");
        assert_eq!(shown("a: 2021-01-01\n"), "Tried to load unspecified class: Date");
        assert_eq!(shown("a: !!str 5\nb: !!float 5\nc: !foo 5\nd: ! 5\n"), r#"{"a"=>"5", "b"=>5.0, "c"=>5, "d"=>5}"#);
        assert_eq!(shown(":a: 1\n"), r#"{"a"=>1}"#);
    }

    #[test]
    fn facts_have_no_symbols_and_may_have_dates() {
        let text = ":a: :b\nc: 2021-01-01\nd: 2021-01-01 10:00:00\n";
        let text_of = |value: &str| catalog::Value::from(value);
        let entries = [("a", "b"), ("c", "2021-01-01"), ("d", "2021-01-01 10:00:00")];
        let entries = entries.iter().map(|(key, value)| (text_of(key), text_of(value))).collect();
        assert_eq!(parse_plain(text, Dates::Text), Ok(catalog::Value::Hash(entries)));
        assert_eq!(parse_plain(text, Dates::Refused), Err(refused("Date")));
    }

    #[test]
    fn what_is_not_yaml_has_its_place() {
        let error = parse("x: [unclosed\n").unwrap_err();
        assert_eq!(error.place, Some((1, 4)));
        assert!(error.located("/d.yaml").starts_with("(/d.yaml): "));
    }
}
