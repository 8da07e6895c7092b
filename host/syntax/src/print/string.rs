//! Quoted strings and heredocs.

use super::writer::Printer;
use crate::ast::{Expression, ExpressionKind, Heredoc, StringPart};

/// The style of a string's text.
enum Style {
    /// Between double quotes.
    Quoted,
    /// A heredoc without escapes.
    Plain,
    /// A heredoc with the escapes `\\`, `\$` and `\r`.
    Escaped,
}

impl Printer<'_> {
    /// Writes a string in single quotes, or in double quotes if that is more readable.
    pub(super) fn string(&mut self, text: &str) {
        if text.contains(char::is_control) {
            self.code("\"");
            self.code(&escaped(text, &Style::Quoted));
            self.code("\"");
            return;
        }
        let mut quoted = String::with_capacity(text.len() + 2);
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            // Before any other character a backslash is literal.
            let is_special = character == '\\' && matches!(characters.peek(), None | Some('\\' | '\''));
            if is_special || character == '\'' {
                quoted.push('\\');
            }
            quoted.push(character);
        }
        self.code(&format!("'{quoted}'"));
    }

    pub(super) fn interpolated(&mut self, parts: &[StringPart]) {
        self.code("\"");
        self.parts(parts, &Style::Quoted);
        self.code("\"");
    }

    fn parts(&mut self, parts: &[StringPart], style: &Style) {
        for part in parts {
            match part {
                StringPart::Text(text) => self.code(&escaped(text, style)),
                StringPart::Expression(expression) => self.interpolation(expression),
            }
        }
    }

    fn interpolation(&mut self, expression: &Expression) {
        self.code("${");
        match &expression.kind {
            ExpressionKind::Variable(name) if is_plain_name(name) => self.code(name),
            _ => self.expression(expression),
        }
        self.code("}");
    }

    /// Writes the tag of a heredoc here and its text after the line.
    pub(super) fn heredoc(&mut self, heredoc: &Heredoc) {
        let parts = match &heredoc.text.kind {
            ExpressionKind::Interpolated(parts) => Some(&**parts),
            _ => None,
        };
        let plain = match &heredoc.text.kind {
            ExpressionKind::String(text) => text,
            _ => "",
        };
        let holds = |wanted: char| match parts {
            None => plain.contains(wanted),
            Some(parts) => parts.iter().any(|part| matches!(part, StringPart::Text(text) if text.contains(wanted))),
        };
        let has_dollar = parts.is_some() && holds('$');
        let style = if has_dollar || holds('\r') { Style::Escaped } else { Style::Plain };
        let mut text = self.render_separately(|printer| match parts {
            Some(parts) => printer.parts(parts, &style),
            None => printer.code(&escaped(plain, &style)),
        });
        let is_complete = text.is_empty() || text.ends_with('\n');
        let tag = unused_tag(&text);
        if !is_complete {
            text.push_str("\n-");
        }
        text.push_str(&tag);
        text.push('\n');
        let quote = if parts.is_some() { "\"" } else { "" };
        let colon = if heredoc.syntax.is_empty() { "" } else { ":" };
        let escapes = match style {
            Style::Escaped => "/r$",
            Style::Plain | Style::Quoted => "",
        };
        self.code(&format!("@({quote}{tag}{quote}{colon}{}{escapes})", heredoc.syntax));
        self.after_line(text);
    }
}

/// Returns a tag that no line of a text ends with.
fn unused_tag(text: &str) -> String {
    let is_free = |tag: &str| !text.lines().any(|line| line.trim_end().ends_with(tag));
    let mut tag = "END".to_owned();
    let mut number = 0;
    while !is_free(&tag) {
        number += 1;
        tag = format!("END_{number}");
    }
    tag
}

fn escaped(text: &str, style: &Style) -> String {
    if matches!(style, Style::Plain) {
        return text.to_owned();
    }
    let is_quoted = matches!(style, Style::Quoted);
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '$' => result.extend(['\\', character]),
            '\r' => result.push_str("\\r"),
            '"' if is_quoted => result.push_str("\\\""),
            '\n' if is_quoted => result.push_str("\\n"),
            '\t' if is_quoted => result.push_str("\\t"),
            character if is_quoted && character.is_control() => {
                result.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
            }
            character => result.push(character),
        }
    }
    result
}

/// Returns whether `${name}` refers to the variable of this name: whether the lexer reads it as one word or number.
fn is_plain_name(name: &str) -> bool {
    let is_segment = |segment: &str| {
        segment.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
            && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    };
    name.starts_with(|first: char| first.is_ascii_digit())
        || name.strip_prefix("::").unwrap_or(name).split("::").all(is_segment)
}
