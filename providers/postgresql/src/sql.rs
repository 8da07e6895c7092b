//! Preparation of SQL for `psql`: expands variables like a shell does in double quotes, and escapes the
//! characters that `psql` would interpret, so that all statements form a single request, as with the option
//! `-c`.

use std::collections::BTreeMap;

use marotte_sdk::system::{Body, Part};

/// Variables by name.
pub(crate) type Variables = BTreeMap<String, Part>;

/// SQL text, interspersed with the values of variables, which are not parsed.
type Pieces = Vec<Part>;

/// Expands variables.
///
/// # Errors
/// Returns an error that quotes the text if the SQL contains shell syntax other than variables.
pub(crate) fn expand(sql: &str, variables: &Variables) -> Result<Pieces, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = sql;
    while let Some(place) = rest.find(['\\', '$', '`']) {
        text.push_str(&rest[..place]);
        let mark = rest.as_bytes()[place];
        rest = &rest[place + 1..];
        match (mark, rest.chars().next()) {
            (b'\\', Some(next @ ('\\' | '$' | '`'))) => {
                text.push(next);
                rest = &rest[1..];
            }
            (b'\\', Some('\n')) => rest = &rest[1..],
            (b'\\', _) => text.push('\\'),
            (b'`', _) => return Err(shell_only("`")),
            (_, Some(next)) if next == '{' || next == '_' || next.is_ascii_alphabetic() => {
                let (name, after) = name(rest)?;
                rest = after;
                if let Some(value) = variables.get(name) {
                    pieces.push(Part::Text(std::mem::take(&mut text)));
                    pieces.push(value.clone());
                }
            }
            (_, Some(next @ ('0'..='9' | '$' | '(' | '@' | '*' | '#' | '?' | '-' | '!'))) => {
                return Err(shell_only(&format!("${next}")));
            }
            _ => text.push('$'),
        }
    }
    text.push_str(rest);
    pieces.push(Part::Text(text));
    Ok(pieces)
}

fn shell_only(what: &str) -> String {
    format!("'{what}' in SQL is shell syntax, which is not supported; to use it literally, write '\\{what}'")
}

/// Parses the name of a variable, with or without braces.
fn name(text: &str) -> Result<(&str, &str), String> {
    let in_braces = text.strip_prefix('{');
    let name = in_braces.unwrap_or(text);
    let length = name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let (name, rest) = name.split_at(length);
    match in_braces {
        None => Ok((name, rest)),
        Some(_) => match rest.strip_prefix('}') {
            Some(rest) if !name.is_empty() => Ok((name, rest)),
            _ => Err(shell_only("${")),
        },
    }
}

/// Lexical context within SQL.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Within {
    Nothing,
    /// Text in single quotes, in which backslashes may escape characters.
    Quotes {
        escapes: bool,
    },
    Name,
    /// Dollar-quoted text with a tag such as `$tag$`.
    Dollars(String),
    Line,
    /// A comment and its nesting depth.
    Comment(u32),
}

/// Escapes the characters that `psql` would interpret: `;`, which ends a request, and `:`, which introduces a
/// variable.
pub(crate) fn mark(pieces: Pieces) -> Body {
    let mut within = Within::Nothing;
    pieces
        .into_iter()
        .map(|piece| match piece {
            Part::Text(text) => Part::Text(mark_text(&text, &mut within)),
            other => other,
        })
        .collect()
}

fn mark_text(text: &str, within: &mut Within) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let taken = step(rest, &marked, within);
        if *within == Within::Nothing && matches!(first, ';' | ':') {
            marked.push('\\');
        }
        let (taken, after) = rest.split_at(taken);
        marked.push_str(taken);
        rest = after;
    }
    marked
}

/// Consumes one token, updates the context and returns the length of the token.
fn step(rest: &str, before: &str, within: &mut Within) -> usize {
    let one = rest.chars().next().map_or(0, char::len_utf8);
    let starts = |token: &str| rest.starts_with(token);
    match within {
        Within::Nothing if starts("'") => {
            *within = Within::Quotes { escapes: is_escape_string(before) };
            one
        }
        Within::Nothing if starts("\"") => {
            *within = Within::Name;
            one
        }
        Within::Nothing if starts("--") => {
            *within = Within::Line;
            2
        }
        Within::Nothing if starts("/*") => {
            *within = Within::Comment(0);
            2
        }
        Within::Nothing if starts("$") && !ends_in_word(before) => match tag(rest) {
            Some(tag) => {
                *within = Within::Dollars(tag.to_owned());
                tag.len()
            }
            None => one,
        },
        Within::Quotes { escapes: true } if starts("\\") => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        Within::Dollars(tag) if starts(tag) => {
            let length = tag.len();
            *within = Within::Nothing;
            length
        }
        Within::Comment(depth) if starts("/*") => {
            *depth += 1;
            2
        }
        Within::Comment(depth) if starts("*/") => {
            match depth.checked_sub(1) {
                Some(outer) => *depth = outer,
                None => *within = Within::Nothing,
            }
            2
        }
        Within::Quotes { .. } if starts("'") => end(within, one),
        Within::Name if starts("\"") => end(within, one),
        Within::Line if starts("\n") => end(within, one),
        _ => one,
    }
}

fn end(within: &mut Within, length: usize) -> usize {
    *within = Within::Nothing;
    length
}

/// Returns whether a quote that follows starts an escape string `E'..'`.
fn is_escape_string(before: &str) -> bool {
    before.strip_suffix(['e', 'E']).is_some_and(|before| !ends_in_word(before))
}

fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(|last| last.is_alphanumeric() || last == '_' || last == '$')
}

/// Returns the tag `$name$` at the beginning of a text.
fn tag(text: &str) -> Option<&str> {
    let name = text[1..].split('$').next()?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_numeric());
    text.get(..name.len() + 2).filter(|tag| is_name && tag.ends_with('$'))
}

#[cfg(test)]
mod tests {
    use marotte_sdk::Secret;
    use marotte_sdk::system::Form;

    use super::*;

    fn secret(token: u32) -> Part {
        Secret::from_token(token).part(Form::Raw)
    }

    fn expanded(sql: &str) -> Result<String, String> {
        let variables = BTreeMap::from([("A".to_owned(), "one".into()), ("PW".to_owned(), secret(7))]);
        expand(sql, &variables).map(|pieces| shown(&pieces))
    }

    fn shown(body: &Body) -> String {
        let shown = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Secret(part) => format!("<secret {}>", part.token),
            other => format!("<{other:?}>"),
        };
        body.iter().map(shown).collect()
    }

    fn marked(sql: &str) -> String {
        shown(&mark(vec![Part::Text(sql.to_owned())]))
    }

    #[test]
    fn variables_are_expanded_like_in_double_quotes() {
        assert_eq!(expanded("a '$A' ${A}b $AB \"x\"").unwrap(), "a 'one' oneb  \"x\"");
        assert_eq!(expanded("PASSWORD '$PW'").unwrap(), "PASSWORD '<secret 7>'");
        assert_eq!(expanded(r"\$A \\ \` \n 10$ \").unwrap(), r"$A \ ` \n 10$ \");
        assert_eq!(expanded("a\\\nb").unwrap(), "ab");
        assert_eq!(expanded("").unwrap(), "");
    }

    #[test]
    fn shell_syntax_is_rejected() {
        for sql in ["`id`", "$(id)", "DO $$ x $$", "$1", "$?", "${A:-b}", "${}", "${A"] {
            assert!(expanded(sql).unwrap_err().contains("in SQL is shell syntax"), "{sql}");
        }
        assert!(expanded("$$").unwrap_err().ends_with("write '\\$$'"));
    }

    #[test]
    fn psql_syntax_is_escaped() {
        assert_eq!(marked("a; b::text; c"), r"a\; b\:\:text\; c");
        assert_eq!(marked("';:' \";:\" -- ;:\n; /* ; /* : */ ; */ :"), "';:' \";:\" -- ;:\n\\; /* ; /* : */ ; */ \\:");
        assert_eq!(marked("'it''s;' E'\\';' ; 'a\\' ;"), "'it''s;' E'\\';' \\; 'a\\' \\;");
        assert_eq!(marked("$$ ; $$ ; $t$ ; $$ ; $t$ ; a$b ; $1 ;"), "$$ ; $$ \\; $t$ ; $$ ; $t$ \\; a$b \\; $1 \\;");
        assert_eq!(marked("é';"), "é';");
    }

    #[test]
    fn values_of_variables_are_not_parsed() {
        let pieces = vec!["a '".into(), secret(1), ";' ; b".into()];
        assert_eq!(shown(&mark(pieces)), "a '<secret 1>;' \\; b");
    }
}
