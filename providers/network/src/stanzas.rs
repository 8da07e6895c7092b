//! The file `interfaces` of ifupdown: stanzas of interfaces and lists of interfaces. All other lines are preserved.

use marotte_sdk::prelude::*;

use crate::values::Options;

/// Words that begin another stanza. So do all words that begin with `allow-`.
const OTHER_STANZAS: &[&str] =
    &["mapping", "source", "source-directory", "no-auto-down", "no-scripts", "rename", "template"];

/// Indentation of options in a new stanza.
const INDENT: &str = "    ";

/// A list of interfaces that are started at the same occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    /// On boot.
    Auto,
    /// When they are detected.
    Hotplug,
}

/// The lines of the file.
#[derive(Debug)]
pub(crate) struct Stanzas(Vec<Line>);

/// A line with its continuation lines.
#[derive(Debug)]
struct Line {
    /// The text including the end of the line.
    text: String,
    part: Part,
}

#[derive(Debug, PartialEq)]
enum Part {
    /// A blank line or a comment.
    Blank,
    /// Names in a list.
    List(List, Vec<String>),
    /// The begin of the stanza of an interface: name, family, method and further words.
    Interface(Vec<String>),
    /// An option of the interface.
    Option(String, String),
    /// The begin of another stanza, or a line of it.
    Other,
}

/// The configuration of an interface.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    /// Address family and method; `None` without a stanza.
    pub(crate) kind: Option<(String, String)>,
    pub(crate) lines: Options,
    pub(crate) is_auto: bool,
    pub(crate) is_hotplug: bool,
}

/// Changes of an interface; `None` does not change a part.
#[derive(Debug, Default)]
pub(crate) struct Change {
    pub(crate) family: Option<&'static str>,
    pub(crate) method: Option<&'static str>,
    pub(crate) is_auto: Option<bool>,
    pub(crate) is_hotplug: Option<bool>,
    /// Values of options; an option without values is removed.
    pub(crate) lines: Vec<(String, Vec<String>)>,
}

impl Stanzas {
    /// Parses a text.
    pub(crate) fn parse(text: &str) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        let mut is_interface = false;
        let mut whole = String::new();
        for line in text.split_inclusive('\n') {
            whole.push_str(line);
            let is_comment = whole.trim_start().starts_with('#');
            if !is_comment && line.trim_end_matches(['\r', '\n']).ends_with('\\') && line.ends_with('\n') {
                continue;
            }
            let part = Part::parse(&whole, is_interface);
            is_interface = match part {
                Part::Blank => is_interface,
                Part::Interface(_) | Part::Option(..) => true,
                Part::List(..) | Part::Other => false,
            };
            lines.push(Line { text: std::mem::take(&mut whole), part });
        }
        if !whole.is_empty() {
            lines.push(Line { text: whole, part: Part::Other });
        }
        Self(lines)
    }

    /// Returns the text.
    pub(crate) fn to_text(&self) -> String {
        self.0.iter().map(|line| line.text.as_str()).collect()
    }

    /// Returns the names of all interfaces in order.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for line in &self.0 {
            let found: &[String] = match &line.part {
                Part::List(_, found) => found,
                Part::Interface(words) => &words[..1],
                _ => &[],
            };
            for name in found {
                if !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Returns the configuration of an interface.
    ///
    /// # Errors
    /// Returns an error if the interface has several stanzas.
    pub(crate) fn interface(&self, name: &str) -> Result<Option<Interface>> {
        let start = self.stanza(name)?;
        let mut found = Interface {
            is_auto: self.is_listed(List::Auto, name),
            is_hotplug: self.is_listed(List::Hotplug, name),
            ..Interface::default()
        };
        if let Some(start) = start {
            if let Part::Interface(words) = &self.0[start].part {
                found.kind = Some((words[1].clone(), words[2].clone()));
            }
            for line in &self.0[start + 1..self.end(start)] {
                if let Part::Option(key, value) = &line.part {
                    found.lines.add(key, value);
                }
            }
        }
        Ok((start.is_some() || found.is_auto || found.is_hotplug).then_some(found))
    }

    /// Changes an interface, or adds it.
    ///
    /// # Errors
    /// Returns an error if the interface has several stanzas.
    pub(crate) fn put(&mut self, name: &str, change: &Change) -> Result<()> {
        let start = match self.stanza(name)? {
            Some(start) => start,
            None => self.append(name),
        };
        self.set_kind(start, change);
        for (key, values) in &change.lines {
            self.set_option(start, key, values);
        }
        // From here on, positions change.
        for (list, is_listed) in [(List::Auto, change.is_auto), (List::Hotplug, change.is_hotplug)] {
            match is_listed {
                Some(true) if !self.is_listed(list, name) => {
                    let start = self.stanza(name)?.unwrap_or(self.0.len());
                    let text = format!("{} {name}\n", list.word());
                    self.0.insert(start, Line { text, part: Part::List(list, vec![name.to_owned()]) });
                }
                Some(false) => self.unlist(list, name),
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes an interface.
    ///
    /// # Errors
    /// Returns an error if the interface has several stanzas.
    pub(crate) fn remove(&mut self, name: &str) -> Result<()> {
        self.unlist(List::Auto, name);
        self.unlist(List::Hotplug, name);
        if let Some(start) = self.stanza(name)? {
            self.0.drain(start..self.end(start));
            let is_blank = |line: Option<&Line>| line.is_none_or(|line| line.text.trim().is_empty());
            let before = start.checked_sub(1).map(|before| self.0[before].text.trim().is_empty());
            // One of the blank lines around the stanza is left.
            if before == Some(true) && is_blank(self.0.get(start)) {
                self.0.remove(start - 1);
            }
        }
        Ok(())
    }

    /// Returns the position of the stanza of an interface.
    fn stanza(&self, name: &str) -> Result<Option<usize>> {
        let is_meant = |line: &Line| matches!(&line.part, Part::Interface(words) if words[0] == name);
        let mut found = (0..self.0.len()).filter(|place| is_meant(&self.0[*place]));
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(Error::invalid(format!("The interface '{name}' has several stanzas"))),
            (found, None) => Ok(found),
        }
    }

    /// Returns the position after the last option of a stanza.
    fn end(&self, start: usize) -> usize {
        let stanza = self.0[start + 1..].iter();
        let stanza = stanza.take_while(|line| matches!(line.part, Part::Blank | Part::Option(..)));
        let last = stanza.enumerate().filter(|(_, line)| line.part != Part::Blank).last();
        last.map_or(start + 1, |(place, _)| start + place + 2)
    }

    /// Appends a stanza without options, after a blank line, and returns its position.
    fn append(&mut self, name: &str) -> usize {
        if let Some(last) = self.0.last_mut() {
            if !last.text.ends_with('\n') {
                last.text.push('\n');
            }
            if !last.text.trim().is_empty() {
                self.0.push(Line { text: "\n".to_owned(), part: Part::Blank });
            }
        }
        let words = vec![name.to_owned(), String::new(), String::new()];
        self.0.push(Line { text: String::new(), part: Part::Interface(words) });
        self.0.len() - 1
    }

    fn set_kind(&mut self, start: usize, change: &Change) {
        let line = &mut self.0[start];
        let Part::Interface(words) = &mut line.part else { return };
        for (place, value) in [(1, change.family), (2, change.method)] {
            if let Some(value) = value {
                value.clone_into(&mut words[place]);
            }
        }
        if change.family.or(change.method).is_some() {
            let indent: String = line.text.chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
            line.text = format!("{indent}iface {}\n", words.join(" "));
        }
    }

    fn set_option(&mut self, start: usize, key: &str, values: &[String]) {
        let end = self.end(start);
        let places: Vec<usize> = (start + 1..end)
            .filter(|place| matches!(&self.0[*place].part, Part::Option(known, _) if known == key))
            .collect();
        let current = places.iter().filter_map(|place| match &self.0[*place].part {
            Part::Option(_, value) => Some(value),
            _ => None,
        });
        if current.eq(values) {
            return;
        }
        let indent = self.indent(start, end);
        let line = |value: &String| Line {
            text: format!("{indent}{key} {value}\n"),
            part: Part::Option(key.to_owned(), value.clone()),
        };
        let lines: Vec<Line> = values.iter().map(line).collect();
        if let Some(previous) = self.0[..end].last_mut().filter(|line| !line.text.ends_with('\n')) {
            previous.text.push('\n');
        }
        let at = places.first().copied().unwrap_or(end);
        for place in places.into_iter().rev() {
            self.0.remove(place);
        }
        self.0.splice(at..at, lines);
    }

    /// Returns the indentation of the options of a stanza.
    fn indent(&self, start: usize, end: usize) -> String {
        let option = self.0[start + 1..end].iter().find(|line| matches!(line.part, Part::Option(..)));
        let text = option.map_or(INDENT, |line| &line.text);
        text.chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect()
    }

    fn is_listed(&self, list: List, name: &str) -> bool {
        let is_listed = |line: &Line| match &line.part {
            Part::List(known, names) => *known == list && names.iter().any(|known| known == name),
            _ => false,
        };
        self.0.iter().any(is_listed)
    }

    /// Removes an interface from a list.
    fn unlist(&mut self, list: List, name: &str) {
        self.0.retain_mut(|line| {
            let Part::List(known, names) = &mut line.part else { return true };
            if *known != list || !names.iter().any(|known| known == name) {
                return true;
            }
            names.retain(|known| known != name);
            let word = line.text.split_whitespace().next().unwrap_or_default();
            line.text = format!("{word} {}\n", names.join(" "));
            !names.is_empty()
        });
    }
}

impl List {
    fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Hotplug => "allow-hotplug",
        }
    }
}

impl Part {
    /// Parses a line. Options follow the first line of the stanza of an interface.
    fn parse(line: &str, is_interface: bool) -> Self {
        let line = line.replace("\\\r\n", " ").replace("\\\n", " ");
        let text = without_comment(&line);
        let Some((word, rest)) = text.split_once(char::is_whitespace).or((!text.is_empty()).then_some((text, "")))
        else {
            return Self::Blank;
        };
        let names = || rest.split_whitespace().map(str::to_owned).collect();
        match word {
            "auto" | "allow-auto" => Self::List(List::Auto, names()),
            "allow-hotplug" => Self::List(List::Hotplug, names()),
            "iface" => {
                let words: Vec<String> = names();
                if words.len() < 3 { Self::Other } else { Self::Interface(words) }
            }
            other if other.starts_with("allow-") || OTHER_STANZAS.contains(&other) => Self::Other,
            key if is_interface => Self::Option(key.to_owned(), rest.trim().to_owned()),
            _ => Self::Other,
        }
    }
}

/// Returns a line without white space around it and without a comment, which follows white space.
fn without_comment(line: &str) -> &str {
    let line = line.trim();
    let mut is_space = true;
    for (place, letter) in line.char_indices() {
        if letter == '#' && is_space {
            return line[..place].trim_end();
        }
        is_space = letter.is_whitespace();
    }
    line
}
