//! Positions of parts of a resource, for errors that are found in a catalog, which contains only lines.

use crate::Mode;
use crate::lexer::{self, Tokens};
use crate::source::SourceFile;
use crate::span::Span;
use crate::token::{Token, TokenKind};

/// Positions of a resource in a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceSpans {
    /// The title, or the first token of its line if the title is not literal.
    pub title: Span,
    /// The value of the attribute, if the resource sets it literally by name.
    pub value: Option<Span>,
}

/// Finds a resource that is declared on a line (from 1), and the value of one of its attributes. Returns `None` if the
/// line has no tokens.
///
/// ```
/// use syntax::{SourceMap, find_resource};
///
/// let mut sources = SourceMap::default();
/// let source = sources.add("site.pp", "file { '/x':\n  mode => 0644,\n}");
/// let found = find_resource(&source, 1, "/x", Some("mode")).unwrap();
/// assert_eq!(source.slice(found.title), "'/x'");
/// assert_eq!(source.slice(found.value.unwrap()), "0644");
/// ```
#[must_use]
pub fn find_resource(source: &SourceFile, line: u32, title: &str, attribute: Option<&str>) -> Option<ResourceSpans> {
    let tokens = lexer::lex(source, Mode::Manifest);
    let first = tokens.list.iter().position(|token| source.line(token.lo) >= line)?;
    let on_line = |index: &usize| source.line(tokens.list[*index].lo) == line;
    on_line(&first).then_some(())?;
    let is_colon = |index: usize| tokens.list.get(index).is_some_and(|token| token.kind == TokenKind::Colon);
    let literal = (first..tokens.list.len()).take_while(on_line);
    let literal = literal.filter(|index| tokens.text(*index) == title).find(|index| is_colon(index + 1));
    let colon = literal.map(|index| index + 1).or_else(|| (first..tokens.list.len()).find(|index| is_colon(*index)));
    let value = attribute.zip(colon).and_then(|(attribute, colon)| value_of(&tokens, colon, attribute));
    Some(ResourceSpans { title: span(source, tokens.list[literal.unwrap_or(first)]), value })
}

/// Returns the span of the value of an attribute in the body of a resource that starts with a colon.
fn value_of(tokens: &Tokens<'_>, colon: usize, attribute: &str) -> Option<Span> {
    let mut depth = 0_usize;
    let mut start = None;
    for (index, token) in tokens.list.iter().enumerate().skip(colon + 1) {
        if depth == 0 {
            let is_end = matches!(token.kind, TokenKind::Comma | TokenKind::Semicolon | TokenKind::BraceEnd);
            match start {
                Some(start) if is_end && index > start => {
                    let (first, last) = (tokens.list[start], tokens.list[index - 1]);
                    return Some(tokens.source.span(first.lo as usize, last.hi as usize));
                }
                None if token.kind == TokenKind::Arrow && tokens.text(index - 1) == attribute => {
                    start = Some(index + 1);
                }
                None if matches!(token.kind, TokenKind::Semicolon | TokenKind::BraceEnd) => return None,
                _ => {}
            }
        }
        match token.kind {
            TokenKind::Brace | TokenKind::SelectorBrace | TokenKind::Paren | TokenKind::LineParen => depth += 1,
            TokenKind::Bracket | TokenKind::ListStart => depth += 1,
            TokenKind::BraceEnd | TokenKind::ParenEnd | TokenKind::BracketEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn span(source: &SourceFile, token: Token) -> Span {
    source.span(token.lo as usize, token.hi as usize)
}

#[cfg(test)]
mod tests {
    use super::find_resource;
    use crate::SourceMap;

    fn found(text: &str, line: u32, title: &str, attribute: &str) -> Option<(String, Option<String>)> {
        let mut sources = SourceMap::default();
        let source = sources.add("a.pp", text);
        let spans = find_resource(&source, line, title, Some(attribute))?;
        Some((source.slice(spans.title).to_owned(), spans.value.map(|span| source.slice(span).to_owned())))
    }

    #[test]
    fn value_of_the_resource_with_the_title_is_found() {
        let text =
            "file { '/a': mode => 1 }\nfile {\n  '/b': mode => 2;\n  \"/c\": x => { mode => 9 }, mode => [3, 4] }";
        let some = |title: &str, value: &str| Some((title.to_owned(), Some(value.to_owned())));
        assert_eq!(found(text, 1, "/a", "mode"), some("'/a'", "1"));
        assert_eq!(found(text, 3, "/b", "mode"), some("'/b'", "2"));
        assert_eq!(found(text, 4, "/c", "mode"), some("\"/c\"", "[3, 4]"));
        assert_eq!(found("file { '/a': } file { '/b': mode => 2 }", 1, "/b", "mode"), some("'/b'", "2"));
    }

    #[test]
    fn missing_attribute_or_line_is_not_found() {
        let text = "file { $x: mode => 1 }\n\nnotify { 'a': message => 'x' }";
        assert_eq!(found(text, 1, "/a", "mode"), Some(("file".to_owned(), Some("1".to_owned()))));
        assert_eq!(found(text, 1, "/a", "owner"), Some(("file".to_owned(), None)));
        assert_eq!(found(text, 2, "/a", "mode"), None);
        assert_eq!(found(text, 9, "/a", "mode"), None);
    }
}
