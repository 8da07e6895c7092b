//! Tokens of PQL.

use std::fmt;
use std::ops::Range;

use logos::Logos;
use serde_json::Value as Json;

/// A token of PQL.
#[derive(Logos, Clone, Debug, PartialEq)]
#[logos(skip r"\s+")]
pub(super) enum Token {
    /// A field, an entity or another word.
    #[regex(r"[a-zA-Z_][a-zA-Z0-9_]*\??", |token| token.slice().to_owned())]
    Word(String),
    /// A value in a document.
    #[regex(
        r#"(facts|trusted|parameters)(\.("([^"\\]|\\.)*"|match\([^)]*\)|[^\s.",\[\]!<=>~]+(\[[0-9]+\])?))+"#,
        |token| token.slice().to_owned(),
        priority = 20
    )]
    Dotted(String),
    #[regex(r"-?[0-9]+", |token| token.slice().parse().ok())]
    Integer(i64),
    #[regex(r"-?[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?", |token| token.slice().parse::<f64>().ok().and_then(serde_json::Number::from_f64))]
    Real(serde_json::Number),
    #[regex(r#""([^"\\]|\\.)*""#, |token| serde_json::from_str::<String>(token.slice()).ok())]
    #[regex(r"'([^'\\]|\\.)*'", |token| single_quoted(token.slice()))]
    Text(String),
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("in")]
    In,
    #[token("is null")]
    IsNull,
    #[token("is not null")]
    IsNotNull,
    #[token("group by")]
    GroupBy,
    #[token("order by")]
    OrderBy,
    #[regex(r"~>|>=|<=|!=|!~|[~<>=]", |token| token.slice().to_owned())]
    Operator(String),
    #[token("!")]
    Not,
    #[token("(")]
    LeftParenthesis,
    #[token(")")]
    RightParenthesis,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(",")]
    Comma,
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Word(text) | Self::Dotted(text) | Self::Operator(text) | Self::Text(text) => text,
            Self::Integer(number) => return number.fmt(formatter),
            Self::Real(number) => return number.fmt(formatter),
            Self::And => "'and'",
            Self::Or => "'or'",
            Self::In => "'in'",
            Self::IsNull => "'is null'",
            Self::IsNotNull => "'is not null'",
            Self::GroupBy => "'group by'",
            Self::OrderBy => "'order by'",
            Self::Not => "'!'",
            Self::LeftParenthesis => "'('",
            Self::RightParenthesis => "')'",
            Self::LeftBracket => "'['",
            Self::RightBracket => "']'",
            Self::LeftBrace => "'{'",
            Self::RightBrace => "'}'",
            Self::Comma => "','",
        })
    }
}

impl Token {
    /// Returns the value of a literal.
    pub(super) fn literal(&self) -> Option<Json> {
        match self {
            Self::Text(text) => Some(text.as_str().into()),
            Self::Integer(number) => Some((*number).into()),
            Self::Real(number) => Some(Json::Number(number.clone())),
            Self::Word(word) if word == "true" => Some(true.into()),
            Self::Word(word) if word == "false" => Some(false.into()),
            _ => None,
        }
    }
}

/// Returns the content of a text in single quotes, in which only these are escaped.
fn single_quoted(text: &str) -> String {
    text[1..text.len() - 1].replace("\\'", "'")
}

/// Returns the tokens of a text with their positions, or the position of something else.
pub(super) fn read(source: &str) -> Result<Vec<(Token, Range<usize>)>, usize> {
    let mut tokens = Vec::new();
    let mut lexer = Token::lexer(source);
    while let Some(token) = lexer.next() {
        let span = lexer.span();
        // A text without its end fails there.
        let is_text = source[span.start..].starts_with(['"', '\'']);
        let token = token.map_err(|()| if is_text { source.len() } else { span.start })?;
        if matches!(token, Token::And | Token::Or) {
            // Unlike other tokens, these are between blanks.
            let is_blank = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
            if !is_blank(source[..span.start].chars().next_back()) {
                return Err(span.start);
            }
            if !is_blank(source[span.end..].chars().next()) {
                return Err(span.end);
            }
        }
        tokens.push((token, span));
    }
    Ok(tokens)
}
