//! Files of shell assignments, `NAME=VALUE`, one on each line. All other lines are preserved.

use marotte_sdk::prelude::*;

use crate::values::Options;

/// Characters that need quotes. `$` keeps its meaning.
const SPECIAL: &[char] =
    &['#', ';', '&', '|', '<', '>', '(', ')', '*', '?', '[', ']', '~', '\'', '"', '\\', '`', '{', '}', '!'];

/// The lines of a file.
#[derive(Debug, Default)]
pub(crate) struct Assignments(Vec<Line>);

#[derive(Debug)]
struct Line {
    /// The text including the end of the line.
    text: String,
    assignment: Option<(String, String)>,
}

impl Assignments {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// Returns an error if a value has several lines.
    pub(crate) fn parse(path: &str, text: &str) -> Result<Self> {
        let line = |text: &str| {
            let message = |name| Error::invalid(format!("{path}: the value of '{name}' has several lines"));
            let assignment = match split(text) {
                Some((name, value)) => Some((name.to_owned(), unquoted(value).ok_or_else(|| message(name))?)),
                None => None,
            };
            Ok(Line { text: text.to_owned(), assignment })
        };
        text.split_inclusive('\n').map(line).collect::<Result<_>>().map(Self)
    }

    /// Returns the text.
    pub(crate) fn to_text(&self) -> String {
        self.0.iter().map(|line| line.text.as_str()).collect()
    }

    /// Returns the current values. A name that is assigned several times has its last value.
    pub(crate) fn values(&self) -> Options {
        let mut values = Options::default();
        for (name, value) in self.0.iter().filter_map(|line| line.assignment.clone()) {
            match values.0.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = vec![value],
                None => values.0.push((name, vec![value])),
            }
        }
        values
    }

    /// Assigns a value, or removes all assignments.
    ///
    /// # Errors
    /// Returns an error if the value cannot be quoted.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<()> {
        let is_meant = |line: &Line| line.assignment.as_ref().is_some_and(|(known, _)| known == name);
        let Some(value) = value else {
            self.0.retain(|line| !is_meant(line));
            return Ok(());
        };
        let place = self.0.iter().rposition(is_meant);
        let text = format!("{name}={}\n", quoted(name, value)?);
        let line = Line { text, assignment: Some((name.to_owned(), value.to_owned())) };
        match place {
            Some(place) => self.0[place] = line,
            None => {
                if let Some(last) = self.0.last_mut().filter(|last| !last.text.ends_with('\n')) {
                    last.text.push('\n');
                }
                self.0.push(line);
            }
        }
        Ok(())
    }
}

/// Returns the name and the text of the value, if a line is an assignment.
fn split(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim();
    let name = name.strip_prefix("export ").map_or(name, str::trim);
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, value))
}

/// Returns a value without quotes and the comment after it; `None` if a quote is not closed.
fn unquoted(text: &str) -> Option<String> {
    let (mut value, mut quote, mut is_space) = (String::new(), None, true);
    let mut letters = text.trim().chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '#') if is_space => break,
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None | Some('"'), '\\') => value.push(letters.next()?),
            _ => value.push(letter),
        }
        is_space = quote.is_none() && letter.is_whitespace();
    }
    quote.is_none().then(|| value.trim().to_owned())
}

/// Returns a value in quotes if it needs them.
fn quoted(name: &str, value: &str) -> Result<String> {
    if !value.contains(|letter: char| letter.is_whitespace() || SPECIAL.contains(&letter)) {
        return Ok(value.to_owned());
    }
    match (value.contains(['"', '\\', '`']), value.contains('\'')) {
        (false, _) => Ok(format!("\"{value}\"")),
        (true, false) => Ok(format!("'{value}'")),
        (true, true) => Err(Error::invalid(format!("The value of '{name}' cannot be quoted"))),
    }
}
