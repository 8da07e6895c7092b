//! Reading of YAML: a library parses the structure, `scalar.rs` determines the types of scalars.

use std::fmt;

use granit_parser::{Event, Marker, Parser, ScalarStyle, StructureStyle, Tag};
use rustc_hash::FxHashMap;

use super::scalar::Scalar;

/// Error in a YAML text. Displays as Ruby's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// The message.
    pub message: String,
    /// Line and column from 1; `None` for errors of values.
    pub place: Option<(usize, usize)>,
}

impl YamlError {
    /// Returns the message with the path of a file, in the wording of Puppet.
    #[must_use]
    pub fn located(&self, path: &str) -> String {
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

/// Maximum nesting of collections.
const MAXIMUM_DEPTH: usize = 512;

/// Maximum number of values with all aliases expanded: a few lines can expand to billions of values.
const MAXIMUM_VALUES: usize = 20_000_000;

/// A value that can be read from a document, in the representation of the caller. `Default` is null.
pub trait FromYaml:
    Clone + Default + From<bool> + From<i64> + From<f64> + for<'t> From<&'t str> + From<Vec<Self>>
{
    /// A mapping with ordered entries.
    type Mapping: Clone + Default;

    /// Returns a symbol.
    fn symbol(name: &str) -> Self;

    /// Returns a mapping as a value.
    fn from_mapping(mapping: Self::Mapping) -> Self;

    /// Adds an entry to a mapping, and returns whether the key existed. An existing key keeps its position.
    fn insert(mapping: &mut Self::Mapping, key: Self, value: Self) -> bool;

    /// Returns the entries of a mapping, or `None` if the value is not a mapping.
    fn entries(&self) -> Option<Vec<(Self, Self)>>;

    /// Returns the elements of a sequence, or `None` if the value is not a sequence.
    fn elements(&self) -> Option<&[Self]>;
}

/// Options of [`parse`].
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// Treatment of dates and times.
    pub dates: Dates,
    /// Whether symbols are distinct values; otherwise they become strings.
    pub has_symbols: bool,
    /// Whether aliases are allowed.
    pub has_aliases: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { dates: Dates::Refused, has_symbols: true, has_aliases: true }
    }
}

/// Treatment of dates and times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dates {
    /// They are an error.
    #[default]
    Refused,
    /// They are strings.
    Text,
}

/// Parses the first document of a text; null for an empty text. Symbols as keys of mappings become strings.
///
/// # Errors
/// Returns an error if the text is not YAML, is nested too deeply or contains objects of Ruby, an integer of more than 64 bits,
/// or dates or aliases that the options exclude.
pub fn parse<V: FromYaml>(text: &str, options: ReadOptions) -> Result<V, YamlError> {
    parse_with_duplicates(text, options).map(|(value, _)| value)
}

/// Parses a text as [`parse`] does, and returns also the lines (from 1) of keys that occur earlier in the same mapping,
/// whose values they replace.
///
/// # Errors
/// Returns the errors of [`parse`].
pub fn parse_with_duplicates<V: FromYaml>(text: &str, options: ReadOptions) -> Result<(V, Vec<usize>), YamlError> {
    let mut reader: Reader<V> = Reader {
        options,
        open: Vec::new(),
        anchors: FxHashMap::default(),
        count: 0,
        line: 0,
        duplicates: Vec::new(),
        result: V::default(),
    };
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
        reader.line = span.start.line();
        reader.take(event, &span.start)?;
    }
    Ok((reader.result, reader.duplicates))
}

/// Returns the position of a tab in the indentation before a value. The parser accepts it, libyaml does not.
fn tab_before(lines: &[&str], place: &Marker) -> Option<(usize, usize)> {
    let line = place.line().checked_sub(1).and_then(|index| lines.get(index))?;
    let before: Vec<char> = line.chars().take(place.col()).collect();
    let is_first = before.iter().all(|letter| matches!(letter, ' ' | '\t' | '-'));
    let tab = before.iter().position(|letter| *letter == '\t').filter(|_| is_first)?;
    Some((place.line(), tab + 1))
}

/// Builds values from the parser's events.
struct Reader<V: FromYaml> {
    options: ReadOptions,
    /// The incomplete collections, outermost first.
    open: Vec<Collection<V>>,
    anchors: FxHashMap<usize, Node<V>>,
    /// Number of values so far.
    count: usize,
    /// The line of the current event.
    line: usize,
    /// The lines of duplicate keys.
    duplicates: Vec<usize>,
    result: V,
}

/// A value with the information that merge keys and symbols as keys need.
#[derive(Clone, Debug)]
struct Node<V> {
    value: V,
    kind: NodeKind,
    /// Number of values in it.
    size: usize,
    /// The name, if it is a symbol.
    symbol: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeKind {
    Scalar,
    Sequence,
    Mapping,
    Alias,
}

struct Collection<V: FromYaml> {
    anchor: usize,
    /// Number of values before it.
    before: usize,
    content: Content<V>,
}

/// A key of a mapping.
struct Key<V> {
    value: V,
    /// Whether it is a merge key.
    merges: bool,
    line: usize,
}

enum Content<V: FromYaml> {
    Sequence(Vec<V>),
    Mapping {
        mapping: V::Mapping,
        /// A key without its value yet.
        key: Option<Key<V>>,
        /// Whether other mappings were merged into this one, whose keys may be replaced.
        has_merged: bool,
    },
}

impl<V: FromYaml> Reader<V> {
    fn take(&mut self, event: Event<'_>, place: &Marker) -> Result<(), YamlError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag.as_deref();
                let (value, symbol) = self.scalar(&text, style, tag)?;
                let merges = &*text == "<<" && !tag.is_some_and(|tag| tag.is_yaml_core_schema_tag("str"));
                self.count += 1;
                self.add(Node { value, kind: NodeKind::Scalar, size: 1, symbol }, anchor, merges)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.begin(anchor, tag.as_deref(), Content::Sequence(Vec::new()), place)
            }
            Event::MappingStart(_, anchor, tag) => self.begin(
                anchor,
                tag.as_deref(),
                Content::Mapping { mapping: V::Mapping::default(), key: None, has_merged: false },
                place,
            ),
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(_) if !self.options.has_aliases => Err(located("aliases are not allowed", place)),
            Event::Alias(anchor) => {
                let Some(node) = self.anchors.get(&anchor).cloned() else {
                    return Err(located("an alias refers to an enclosing anchor", place));
                };
                self.count += node.size;
                if self.count > MAXIMUM_VALUES {
                    return Err(located("the aliases expand to too many values", place));
                }
                self.add(Node { kind: NodeKind::Alias, ..node }, 0, false)
            }
            _ => Ok(()),
        }
    }

    /// Returns the value of a scalar, and the name if it is a symbol.
    fn scalar(&self, text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<(V, Option<String>), YamlError> {
        let scalar = match tag {
            None if style == ScalarStyle::Plain => Scalar::of(text),
            None => Scalar::String,
            Some(tag) => tagged(text, tag)?,
        };
        let value = match scalar {
            Scalar::Null => V::default(),
            Scalar::Boolean(value) => value.into(),
            Scalar::Integer(value) => value.into(),
            Scalar::Float(value) => value.into(),
            Scalar::String => text.into(),
            Scalar::Symbol(name) if self.options.has_symbols => return Ok((V::symbol(name), Some(name.to_owned()))),
            Scalar::Symbol(name) => name.into(),
            Scalar::Date { .. } if self.options.dates == Dates::Text => text.into(),
            Scalar::Date { class, .. } => return Err(rejected(class)),
            Scalar::TooBig => {
                return Err(YamlError { message: format!("the number {text} is too large"), place: None });
            }
        };
        Ok((value, None))
    }

    fn begin(
        &mut self,
        anchor: usize,
        tag: Option<&Tag>,
        content: Content<V>,
        place: &Marker,
    ) -> Result<(), YamlError> {
        if let Some(class) = tag.and_then(ruby_class) {
            return Err(rejected(&class));
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
            Content::Mapping { mapping, .. } => (V::from_mapping(mapping), NodeKind::Mapping),
        };
        let size = self.count - collection.before;
        self.add(Node { value, kind, size, symbol: None }, collection.anchor, false)
    }

    /// Adds a value to the innermost incomplete collection.
    fn add(&mut self, node: Node<V>, anchor: usize, merges: bool) -> Result<(), YamlError> {
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|collection| &mut collection.content) {
            None => self.result = node.value,
            Some(Content::Sequence(elements)) => elements.push(node.value),
            Some(Content::Mapping { mapping, key, has_merged }) => match key.take() {
                None => {
                    let Node { value, symbol, .. } = node;
                    let value = symbol.map_or(value, |name| V::from(name.as_str()));
                    *key = Some(Key { value, merges, line: self.line });
                }
                Some(Key { merges: true, .. }) if merge(mapping, &node) => *has_merged = true,
                Some(key) => {
                    if V::insert(mapping, key.value, node.value) && !*has_merged {
                        self.duplicates.push(key.line);
                    }
                }
            },
        }
        Ok(())
    }
}

/// Merges the value of a merge key; returns whether it can be merged.
fn merge<V: FromYaml>(mapping: &mut V::Mapping, node: &Node<V>) -> bool {
    match node.kind {
        NodeKind::Mapping | NodeKind::Alias => match node.value.entries() {
            Some(entries) => extend::<V>(mapping, entries),
            None => return false,
        },
        NodeKind::Sequence => {
            let Some(others) = node.value.elements() else { return false };
            let mut merged = V::Mapping::default();
            for other in others.iter().rev() {
                let Some(entries) = other.entries() else { return false };
                extend::<V>(&mut merged, entries);
            }
            extend::<V>(mapping, V::from_mapping(merged).entries().unwrap_or_default());
        }
        NodeKind::Scalar => return false,
    }
    true
}

fn extend<V: FromYaml>(mapping: &mut V::Mapping, entries: Vec<(V, V)>) {
    for (key, value) in entries {
        V::insert(mapping, key, value);
    }
}

fn tagged<'t>(text: &'t str, tag: &Tag) -> Result<Scalar<'t>, YamlError> {
    if let Some(class) = ruby_class(tag) {
        return Err(rejected(&class));
    }
    Ok(match (tag.handle(), tag.suffix()) {
        ("!", "str") => Scalar::String,
        ("!", "float") => float(text),
        _ => match tag.core_suffix() {
            Some("str") => Scalar::String,
            Some("float") => float(text),
            _ => Scalar::of(text),
        },
    })
}

fn float(text: &str) -> Scalar<'_> {
    match Scalar::of(text) {
        #[expect(clippy::cast_precision_loss, reason = "the result is a float")]
        Scalar::Integer(number) => Scalar::Float(number as f64),
        other => other,
    }
}

/// Returns the class of Ruby in a tag.
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

fn rejected(class: &str) -> YamlError {
    YamlError { message: format!("Tried to load unspecified class: {class}"), place: None }
}

fn located(message: &str, place: &Marker) -> YamlError {
    YamlError { message: message.to_owned(), place: Some((place.line(), place.col() + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;

    impl From<bool> for Data {
        fn from(value: bool) -> Self {
            Self::Boolean(value)
        }
    }

    impl From<i64> for Data {
        fn from(value: i64) -> Self {
            Self::Integer(value)
        }
    }

    impl From<f64> for Data {
        fn from(value: f64) -> Self {
            Self::Float(value)
        }
    }

    impl From<&str> for Data {
        fn from(text: &str) -> Self {
            Self::String(text.to_owned())
        }
    }

    impl From<Vec<Data>> for Data {
        fn from(elements: Vec<Data>) -> Self {
            Self::Array(elements)
        }
    }

    impl FromYaml for Data {
        type Mapping = Vec<(Data, Data)>;

        fn symbol(name: &str) -> Self {
            Self::Symbol(name.to_owned())
        }

        fn from_mapping(mapping: Self::Mapping) -> Self {
            Self::Hash(mapping)
        }

        fn insert(mapping: &mut Self::Mapping, key: Self, value: Self) -> bool {
            match mapping.iter_mut().find(|(known, _)| *known == key) {
                Some((_, old)) => {
                    *old = value;
                    true
                }
                None => {
                    mapping.push((key, value));
                    false
                }
            }
        }

        fn entries(&self) -> Option<Vec<(Self, Self)>> {
            match self {
                Self::Hash(entries) => Some(entries.clone()),
                _ => None,
            }
        }

        fn elements(&self) -> Option<&[Self]> {
            match self {
                Self::Array(elements) => Some(elements),
                _ => None,
            }
        }
    }

    /// Returns the value as JSON, or the error.
    fn shown(text: &str) -> String {
        let value = parse::<Data>(text, ReadOptions::default());
        value.map_or_else(|error| error.to_string(), |value| crate::json::compact(&value).unwrap())
    }

    #[test]
    fn collections_keep_their_order() {
        assert_eq!(shown("b: [1, {c: d}]\na:\n- x\n- ~\nb: 2\n"), r#"{"b":2,"a":["x",null]}"#);
        assert_eq!(shown(""), "null");
        assert_eq!(shown("--- a\n--- b\n"), r#""a""#);
        let text = "'1': '1'\n1: \"a\\tb\"\n? [k]\n: |\n  x\n  y\n";
        assert_eq!(shown(text), r#"{"1":"1","1":"a\tb","[\"k\"]":"x\ny\n"}"#);
    }

    #[test]
    fn aliases_and_merge_keys_are_followed() {
        let anchors = "a: &a {x: 1, y: 1}\nb: &b {y: 2}\n";
        assert!(shown(&format!("{anchors}c: *a\n")).ends_with(r#""c":{"x":1,"y":1}}"#));
        assert!(shown(&format!("{anchors}c: {{y: 3, <<: *a, z: 4}}\n")).ends_with(r#""c":{"y":1,"x":1,"z":4}}"#));
        assert!(shown(&format!("{anchors}c: {{<<: [*b, *a]}}\n")).ends_with(r#""c":{"x":1,"y":2}}"#));
        assert!(shown("c: {<<: 5}\n").ends_with(r#""c":{"<<":5}}"#));
        assert!(shown("a: &a [*a]\n").starts_with("an alias refers to an enclosing anchor"));
        let without = ReadOptions { has_aliases: false, ..ReadOptions::default() };
        assert!(parse::<Data>(anchors, without).is_ok() && parse::<Data>("[&a 1, *a]", without).is_err());
    }

    #[test]
    fn expanded_aliases_and_nesting_are_limited() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let alias = format!("*a{}", level - 1);
            text.push_str(&format!("a{level}: &a{level} [{}]\n", vec![alias; 10].join(", ")));
        }
        assert!(shown(&text[..text.find("a6").unwrap()]).starts_with("{\"a0\""));
        assert!(shown(&"[".repeat(5_000)).contains("at line 1"));
    }

    #[test]
    fn ruby_objects_are_rejected() {
        assert_eq!(shown("a: !ruby/object:Foo {}\n"), "Tried to load unspecified class: Foo");
        assert_eq!(shown("a: 2021-01-01\n"), "Tried to load unspecified class: Date");
        assert_eq!(shown("a: !!str 5\nb: !!float 5\nc: !foo 5\nd: ! 5\n"), r#"{"a":"5","b":5.0,"c":5,"d":5}"#);
    }

    #[test]
    fn symbols_and_dates_are_strings_on_request() {
        let text = ":a: :b\nc: 2021-01-01\nd: 2021-01-01 10:00:00\n";
        let options = ReadOptions { dates: Dates::Text, has_symbols: false, ..ReadOptions::default() };
        let strings = [("a", "b"), ("c", "2021-01-01"), ("d", "2021-01-01 10:00:00")];
        let entries = strings.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        assert_eq!(parse::<Data>(text, options), Ok(Data::Hash(entries)));
        let symbol = parse::<Data>(":a: :b\n", ReadOptions::default());
        assert_eq!(symbol, Ok(Data::Hash(vec![("a".into(), Data::Symbol("b".to_owned()))])));
    }

    #[test]
    fn syntax_errors_have_a_position() {
        let error = parse::<Data>("x: [unclosed\n", ReadOptions::default()).unwrap_err();
        assert_eq!(error.place, Some((1, 4)));
        assert!(error.located("/d.yaml").starts_with("(/d.yaml): "));
    }

    #[test]
    fn duplicate_keys_are_reported_with_their_lines() {
        let lines = |text: &str| parse_with_duplicates::<Data>(text, ReadOptions::default()).unwrap().1;
        assert_eq!(lines("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\na: 4\n"), [5, 6]);
        assert_eq!(lines("a: {c: 1}\nb: {c: 1}\n"), [0; 0]);
        assert_eq!(lines("x: &x {a: 1}\ny:\n  <<: *x\n  a: 2\n"), [0; 0], "a merged key may be replaced");
    }
}
