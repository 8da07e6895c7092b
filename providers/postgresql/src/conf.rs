//! Settings in the configuration file of a server: parsing and formatting of lines. If a setting occurs
//! several times, the last one is effective, as for the server itself.

use std::collections::BTreeMap;

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::{Ensure, PostgresqlConf, PostgresqlConfAttribute, PostgresqlConfState};

/// File whose settings are listed as instances.
const DEFAULT: &str = "/etc/postgresql.conf";

/// Provider for settings in a configuration file.
#[derive(Debug, Default)]
pub struct ConfFile;

impl Provider for ConfFile {
    type Resource = PostgresqlConf;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<PostgresqlConf>]) -> Vec<Result<State<PostgresqlConf>>> {
        let mut texts: BTreeMap<String, Result<String>> = BTreeMap::new();
        for_each_row(rows, |row| {
            let text = texts.entry(row.target.clone()).or_insert_with(|| read(system, &row.place(row.target.as_str())));
            let text = text.as_ref().map_err(|error| error.clone())?;
            let last = text.lines().filter_map(Line::parse).rfind(|line| line.is(&row.key));
            Ok(last.map_or_else(PostgresqlConfState::absent, |line| state(line, &row.target)).into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<PostgresqlConf>,
        _is: &PostgresqlConfState,
        _changed: &[PostgresqlConfAttribute],
    ) -> Result<Applied<PostgresqlConfAttribute>> {
        let text = read(system, &row.place(row.target.as_str()))?;
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let is_own = |line: &String| Line::parse(line).is_some_and(|line| line.is(&row.key));
        if row.ensure == Some(Ensure::Absent) {
            lines.retain(|line| !is_own(line));
        } else {
            let value = row.value.as_ref().map(text_of).unwrap_or_default();
            match lines.iter().rposition(is_own) {
                Some(place) => {
                    let known = Line::parse(&lines[place]).and_then(|line| line.comment.map(str::to_owned));
                    let comment = row.comment.clone().or(known);
                    lines[place] = written(&row.key, &value, comment.as_deref()) + end_of(&lines[place]);
                }
                None => {
                    let end = lines.last().map_or("\n", |last| end_of(last));
                    if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
                        last.push('\n');
                    }
                    lines.push(written(&row.key, &value, row.comment.as_deref()) + end);
                }
            }
        }
        let path = destination(system, row.id(), row.target.clone())?;
        system.write(&path, &vec![lines.concat().as_str().into()], &Attrs::default(), None)?;
        Ok(Applied::all())
    }
}

impl Instances for ConfFile {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<PostgresqlConf>>> {
        let text = read(system, &Place::unowned(DEFAULT))?;
        // The last line of a setting is effective.
        let lines: BTreeMap<String, Line> =
            text.lines().filter_map(Line::parse).map(|line| (line.name.to_lowercase(), line)).collect();
        Ok(lines.into_iter().map(|(title, line)| Instance { title, is: state(line, DEFAULT) }).collect())
    }
}

impl Canonicalize for PostgresqlConf {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.value.as_ref().is_some_and(|value| text_of(value).contains('\n')) {
            problems.error(row, PostgresqlConfAttribute::Value, "a value must be on one line");
        }
        if row.comment.as_ref().is_some_and(|comment| comment.contains('\n')) {
            problems.error(row, PostgresqlConfAttribute::Comment, "a comment must be on one line");
        }
    }
}

fn read(system: &impl ReadSystem, place: &Place) -> Result<String> {
    Ok(system.find_text(place, limits::CONFIG_FILE)?.unwrap_or_default())
}

fn end_of(line: &str) -> &'static str {
    if line.ends_with("\r\n") { "\r\n" } else { "\n" }
}

fn state(line: Line<'_>, target: &str) -> PostgresqlConfState {
    PostgresqlConfState {
        ensure: Some(Ensure::Present),
        value: Some(line.value.into()),
        comment: line.comment.map(str::to_owned),
        target: Some(target.to_owned()),
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        other => other.type_name().to_owned(),
    }
}

/// A line that contains a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line<'a> {
    name: &'a str,
    /// The value without quotes.
    value: &'a str,
    comment: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let length = line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(byte)).count();
        let (name, rest) = line.split_at(length);
        let rest = rest.trim_start();
        let rest = rest.strip_prefix('=').unwrap_or(rest).trim_start();
        let (value, rest) = match rest.strip_prefix('\'').and_then(quoted) {
            Some((value, rest)) => (value, rest),
            None => {
                let (value, _) = rest.split_once('#').unwrap_or((rest, ""));
                (value.trim_end(), &rest[value.len()..])
            }
        };
        let comment = rest.trim_start().strip_prefix('#').map(str::trim);
        (length > 0).then_some(Self { name, value, comment })
    }

    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Splits the text after an opening quote at the closing quote. Quotes inside are doubled or escaped by a
/// backslash.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((place, byte)) = bytes.next() {
        let next = bytes.peek().map(|(_, next)| *next);
        match byte {
            b'\\' => drop(bytes.next()),
            b'\'' if next == Some(b'\'') => drop(bytes.next()),
            b'\'' => return Some((&text[..place], &text[place + 1..])),
            _ => {}
        }
    }
    None
}

/// Formats a line like Puppet: words and numbers are not quoted.
fn written(name: &str, value: &str, comment: Option<&str>) -> String {
    let name = name.to_lowercase();
    let is_include = matches!(name.as_str(), "include" | "include_if_exists");
    let equals = if is_include { " " } else { " = " };
    let quote = if is_bare(value) && !is_include { "" } else { "'" };
    let comment = comment.map(|comment| format!(" # {comment}")).unwrap_or_default();
    format!("{name}{equals}{quote}{value}{quote}{comment}")
}

/// Returns whether a value needs no quotes: a word, or a decimal number.
fn is_bare(value: &str) -> bool {
    let is_word =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_word(value) || value.split_once('.').is_some_and(|(whole, rest)| is_number(whole) && is_number(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed_like_the_server_does() {
        let parse = |line| Line::parse(line).map(|line| (line.name, line.value, line.comment));
        assert_eq!(
            parse("  port = 5432\t# change requires restart "),
            Some(("port", "5432", Some("change requires restart")))
        );
        assert_eq!(parse("log_prefix 'a # ''b'' '# c"), Some(("log_prefix", "a # ''b'' ", Some("c"))));
        assert_eq!(parse("x.y='a\\'b'"), Some(("x.y", "a\\'b", None)));
        assert_eq!(parse("include 'other.conf'"), Some(("include", "other.conf", None)));
        assert_eq!(parse("x ="), Some(("x", "", None)));
        assert_eq!((parse("# port = 1"), parse(""), parse("= 1")), (None, None, None));
    }

    #[test]
    fn values_are_quoted_if_necessary() {
        assert_eq!(written("Port", "5432", None), "port = 5432");
        assert_eq!(written("a", "0.75", Some("note")), "a = 0.75 # note");
        assert_eq!(written("a", "128MB", None), "a = 128MB");
        assert_eq!(written("a", "*", None), "a = '*'");
        assert_eq!(written("a", "", None), "a = ''");
        assert_eq!(written("include", "x", None), "include 'x'");
    }
}
