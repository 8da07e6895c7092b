//! Messages of the parser: unexpected tokens, expected ones, and probable causes.

use crate::ast::ResourceForm;
use crate::diagnostic::Diagnostic;
use crate::lexer::Tokens;
use crate::parser::{EXPRESSION_START, Kinds, OpenConstruct, STATEMENT_START};
use crate::span::Span;
use crate::token::{Token, TokenFlags, TokenKind};

/// A syntax error.
pub(crate) struct SyntaxError<'a> {
    pub(crate) tokens: &'a Tokens<'a>,
    /// The unexpected token.
    pub(crate) at: usize,
    /// The expected kinds.
    pub(crate) wanted: Kinds,
    /// The enclosing constructs, outermost first.
    pub(crate) open: &'a [OpenConstruct],
}

pub(crate) fn syntax_error(error: &SyntaxError<'_>) -> Diagnostic {
    let span = error.span(error.at);
    let mut diagnostic = Diagnostic::error("SYNTAX_ERROR", format!("Syntax error at {}", error.found()), span);
    let expected = expected(error.wanted);
    if !expected.is_empty() {
        diagnostic = diagnostic.with_label(span, format!("expected {expected}"));
    }
    if let Some(open) = error.unclosed_brace() {
        let message = format!("the '{{' of {} is probably not closed", error.construct(open));
        let hint = format!("add the missing '}}' of {}", error.construct(open));
        return diagnostic.with_label(error.span(open.bracket), message).with_hint(hint);
    }
    if let Some(&open) = error.open.last() {
        let construct = error.construct(open);
        diagnostic = if open.bracket >= error.at {
            diagnostic.with_label(error.span(open.start), format!("in {construct}"))
        } else if error.kind(error.at) == TokenKind::End {
            diagnostic.with_label(error.span(open.bracket), format!("{construct} is not closed"))
        } else {
            diagnostic.with_label(error.span(open.bracket), format!("in {construct}, opened here"))
        };
    }
    if let Some((string, line)) = error.long_string() {
        let message = format!("this string ends on line {line}");
        return diagnostic
            .with_label(error.first_line(string), message)
            .with_hint("is its closing quote missing? The next quote ends it");
    }
    if let Some(hint) = error.foreign().or_else(|| error.hint()) {
        diagnostic = diagnostic.with_hint(hint);
    }
    if error.kind(error.at) == TokenKind::Dot && error.is_in_node_name() {
        diagnostic.with_old_language()
    } else {
        diagnostic
    }
}

/// Returns the error of the lexer for a string whose interpolated code has a syntax error too; often the `}` of a
/// `${` is missing.
pub(crate) fn in_rejected_string(rejection: &Diagnostic, error: &SyntaxError<'_>) -> Diagnostic {
    let expected = expected(error.wanted);
    let mut diagnostic = rejection.clone();
    if !expected.is_empty() && error.kind(error.at) != TokenKind::Rejected {
        diagnostic = diagnostic.with_label(error.span(error.at), format!("expected {expected} here"));
    }
    if let Some(open) = error.open.last()
        && error.kind(open.bracket) == TokenKind::StringStart
    {
        diagnostic = diagnostic.with_label(error.span(open.bracket), "the string that contains this code");
    }
    if error.wanted.has(TokenKind::StringEnd) {
        // More likely than a missing quote, so it comes first.
        diagnostic.hints.insert(0, "close the '${' in the string with a '}'".to_owned());
    }
    diagnostic
}

impl SyntaxError<'_> {
    /// Returns whether the `}` of a `${` in a string was expected.
    pub(crate) fn is_in_interpolation(&self) -> bool {
        let opens = |open: &OpenConstruct| {
            let after = &self.tokens.source.text()[self.token(open.bracket).hi as usize..];
            self.kind(open.bracket) == TokenKind::StringStart && after.starts_with("${")
        };
        self.wanted.has(TokenKind::StringEnd) && self.open.last().is_some_and(opens)
    }

    fn token(&self, index: usize) -> Token {
        self.tokens.list[index.min(self.tokens.list.len() - 1)]
    }

    fn kind(&self, index: usize) -> TokenKind {
        self.token(index).kind
    }

    fn span(&self, index: usize) -> Span {
        let token = self.token(index);
        Span::new(self.tokens.source.id(), token.lo, token.hi)
    }

    fn written(&self, index: usize) -> &str {
        self.tokens.source.slice(self.span(index))
    }

    /// Returns the token as Puppet prints it: the text of a string without quotes, a variable without `$`.
    fn found(&self) -> String {
        match self.kind(self.at) {
            TokenKind::End => "end of input".to_owned(),
            TokenKind::Regex => format!("'(?-mix:{})'", self.tokens.text(self.at).replace('/', "\\/")),
            _ => format!("'{}'", self.tokens.text(self.at)),
        }
    }

    /// Returns the description of a construct.
    fn construct(&self, open: OpenConstruct) -> String {
        let name = || self.written(open.start + 1);
        match (self.kind(open.start), self.kind(open.bracket)) {
            (TokenKind::Class, TokenKind::Brace) if open.bracket == open.start + 1 => {
                "this 'class' resource".to_owned()
            }
            (TokenKind::Class, _) => format!("class '{}'", name()),
            (TokenKind::Define, _) => format!("define '{}'", name()),
            (TokenKind::Function, TokenKind::Brace) => format!("function '{}'", name()),
            (TokenKind::Node, _) => "this node block".to_owned(),
            (TokenKind::If | TokenKind::Elsif | TokenKind::Else | TokenKind::Unless | TokenKind::Case, _) => {
                format!("this '{}'", self.written(open.start))
            }
            (TokenKind::Question, _) => "this selector".to_owned(),
            (_, TokenKind::StringStart) => "this string".to_owned(),
            (_, TokenKind::ListStart) => "this array".to_owned(),
            (TokenKind::Bracket, _) => "this array".to_owned(),
            (_, TokenKind::Bracket) => "these brackets".to_owned(),
            (_, TokenKind::Pipe) => "this block".to_owned(),
            (_, TokenKind::Collect | TokenKind::CollectExported) => "this collector".to_owned(),
            (TokenKind::Name | TokenKind::TypeName, TokenKind::Paren) => {
                format!("the arguments of '{}'", self.written(open.start))
            }
            (_, TokenKind::Paren | TokenKind::LineParen) => "these parentheses".to_owned(),
            (TokenKind::Brace, TokenKind::Brace) => "this hash".to_owned(),
            (TokenKind::Name | TokenKind::TypeName, TokenKind::Brace) => {
                format!("this '{}' resource", self.written(open.start))
            }
            _ => "this block".to_owned(),
        }
    }

    /// Returns the brace that was probably left unclosed, judging by the indentation of the following lines.
    fn unclosed_brace(&self) -> Option<OpenConstruct> {
        let bracket = self.misindented_brace()?;
        let known = self.open.iter().find(|open| open.bracket == bracket).copied();
        // The list of open constructs no longer contains a brace that was closed by the wrong `}`.
        Some(known.unwrap_or(OpenConstruct { start: self.line_start(bracket), bracket }))
    }

    fn misindented_brace(&self) -> Option<usize> {
        let mut braces: Vec<usize> = Vec::new();
        for index in 0..=self.at.min(self.tokens.list.len() - 1) {
            let token = self.token(index);
            let first = token.flags.has(TokenFlags::FIRST);
            match token.kind {
                TokenKind::Brace | TokenKind::SelectorBrace => braces.push(index),
                TokenKind::BraceEnd => {
                    let open = braces.pop()?;
                    if first && self.column(index) < self.indentation(open) {
                        return Some(open);
                    }
                }
                kind if first && (starts_definition(kind) || kind == TokenKind::Name && index + 1 >= self.at) => {
                    let open = braces.last().copied().filter(|&open| self.column(index) <= self.indentation(open));
                    if open.is_some_and(|open| self.line(open) < self.line(index)) {
                        return open;
                    }
                }
                TokenKind::End => return braces.last().copied(),
                _ => {}
            }
        }
        None
    }

    /// Returns the first token of the line of a token.
    fn line_start(&self, index: usize) -> usize {
        (0..=index).rev().find(|&at| self.token(at).flags.has(TokenFlags::FIRST)).unwrap_or(index)
    }

    fn line(&self, index: usize) -> u32 {
        self.tokens.source.line(self.token(index).lo)
    }

    fn column(&self, index: usize) -> u32 {
        self.tokens.source.position(self.token(index).lo).column
    }

    /// Returns the indentation of the line of a token.
    fn indentation(&self, index: usize) -> u32 {
        let text = self.tokens.source.line_text(self.line(index));
        (text.len() - text.trim_start().len()) as u32 + 1
    }

    /// Returns a hint on the correction if the position suggests one.
    /// Returns the string of several lines directly before the error, and the line of its end: its first quote is
    /// probably not closed where it should be.
    pub(crate) fn long_string(&self) -> Option<(Span, u32)> {
        let before = self.at.checked_sub(1)?;
        let is_string = matches!(self.kind(before), TokenKind::String | TokenKind::StringEnd);
        let token = self.token(before);
        let source = self.tokens.source;
        let is_adjacent = source.line(token.hi) == source.line(self.token(self.at).lo);
        let quoted = self.written(before).starts_with(['\'', '"']) && self.written(before).contains('\n');
        (is_string && quoted && is_adjacent).then(|| (self.span(before), source.line(token.hi)))
    }

    /// Returns the part of a span that is on its first line.
    fn first_line(&self, span: Span) -> Span {
        let length = self.tokens.source.slice(span).find('\n').unwrap_or_default();
        Span::new(span.source, span.lo, span.lo + length as u32)
    }

    /// Returns the hint for code of another language, or pasted from a text processor.
    fn foreign(&self) -> Option<String> {
        if self.written(self.at).starts_with(['“', '”', '„', '‘', '’', '«', '»']) {
            return Some("this is a typographic quote; write ' or \"".to_owned());
        }
        let source = self.tokens.source;
        let line = source.line(self.token(self.at).lo);
        let on_line = (0..=self.at).rev().take_while(|index| source.line(self.token(*index).lo) == line);
        let is_loop = |index: &usize| {
            let is_word = matches!(self.written(*index), "for" | "foreach" | "while");
            let follows = matches!(self.kind(index + 1), TokenKind::Variable | TokenKind::Paren | TokenKind::Name);
            is_word && self.kind(*index) == TokenKind::Name && follows
        };
        let word = on_line.filter(|index| *index < self.at).find(is_loop)?;
        Some(format!("there is no '{}'; iterate with a function: $list.each |$item| {{ … }}", self.written(word)))
    }

    fn hint(&self) -> Option<String> {
        let (kind, before) = (self.kind(self.at), self.kind(self.at.saturating_sub(1)));
        let wants = |kind: TokenKind| self.wanted.has(kind);
        let open = self.open.last().map(|open| self.kind(open.bracket));
        let closer = open.and_then(closer);
        if self.open.iter().any(|&open| self.is_plan(open)) {
            return Some("plans are not supported".to_owned());
        }
        Some(match kind {
            TokenKind::Dot if self.is_in_node_name() => "put the name of the node in quotes".to_owned(),
            TokenKind::If if before == TokenKind::Else => "'else if' is written 'elsif'".to_owned(),
            TokenKind::Elsif if wants(TokenKind::Else) => {
                "'elsif' belongs to 'if'; 'unless' has only 'else'".to_owned()
            }
            TokenKind::Else | TokenKind::Elsif => {
                format!("'{}' must directly follow the '}}' of an 'if'", self.written(self.at))
            }
            TokenKind::BraceEnd if open.is_none() => "no open '{' matches this '}'".to_owned(),
            TokenKind::End if matches!(before, TokenKind::At | TokenKind::AtAt) => {
                "'@' must be followed by a resource".to_owned()
            }
            TokenKind::String if open == Some(TokenKind::Brace) && wants(TokenKind::Star) => {
                "write the name of an attribute without quotes".to_owned()
            }
            TokenKind::TypeName if open == Some(TokenKind::Brace) && wants(TokenKind::Star) => {
                "start the name of an attribute with a lowercase letter".to_owned()
            }
            TokenKind::Assign if wants(TokenKind::Arrow) => "set an attribute with '=>'".to_owned(),
            TokenKind::Assign if wants(TokenKind::Brace) && !self.wanted.includes(EXPRESSION_START) => {
                "compare with '=='; '=' assigns".to_owned()
            }
            TokenKind::Colon if matches!(before, TokenKind::String | TokenKind::StringEnd) => {
                "put the title and attributes of a resource in braces: type { 'title': … }".to_owned()
            }
            TokenKind::Plus => "a number cannot have a '+' sign".to_owned(),
            _ if wants(TokenKind::Colon) => match self.open.last().map(|open| self.kind(open.start)) {
                _ if self.follows_call() => {
                    "the block of a function starts with its parameters: each |$element| { … }".to_owned()
                }
                Some(TokenKind::Case) => "put a ':' after the values of a case option".to_owned(),
                _ => "put a ':' after the title of a resource".to_owned(),
            },
            _ if wants(TokenKind::Comma) && EXPRESSION_START.has(kind) => self.missing_comma(closer),
            TokenKind::BraceEnd | TokenKind::ParenEnd | TokenKind::BracketEnd => {
                let closer = closer.filter(|&closer| closer != kind)?;
                format!("is there a {} missing before it?", closer.describe())
            }
            TokenKind::End => format!("close {}", self.construct(*self.open.last()?)),
            _ if kind.is_keyword() && wants(TokenKind::Name) => {
                format!("'{}' is a keyword and cannot be used as a name here", self.written(self.at))
            }
            _ => return None,
        })
    }

    /// Returns whether the innermost brace follows a call of a function: `.each {`.
    fn follows_call(&self) -> bool {
        let Some(before) = self.open.last().and_then(|open| open.bracket.checked_sub(1)) else { return false };
        let is_method = self.kind(before) == TokenKind::Name && before > 0 && self.kind(before - 1) == TokenKind::Dot;
        is_method || self.kind(before) == TokenKind::ParenEnd
    }

    /// Returns whether the block of a node is expected next.
    fn is_in_node_name(&self) -> bool {
        self.open.last().is_some_and(|open| self.kind(open.start) == TokenKind::Node && open.bracket == self.at)
    }

    /// Returns whether braces belong to a plan or to an `apply` block in one, which resemble a resource.
    fn is_plan(&self, open: OpenConstruct) -> bool {
        let is_word = |index: usize, word: &str| self.kind(index) == TokenKind::Name && self.written(index) == word;
        let braces = self.kind(open.bracket) == TokenKind::Brace
            && self.kind(open.bracket.saturating_sub(1)) == TokenKind::ParenEnd;
        braces && (is_word(open.start, "apply") || open.start > 0 && is_word(open.start - 1, "plan"))
    }

    fn missing_comma(&self, closer: Option<TokenKind>) -> String {
        let place = if self.token(self.at).flags.has(TokenFlags::FIRST) {
            "at the end of the line before"
        } else {
            "before it"
        };
        match closer {
            Some(closer) => format!("is there a ',' or a {} missing {place}?", closer.describe()),
            None => format!("is there a ',' missing {place}?"),
        }
    }
}

/// Returns the counterpart of an opening bracket.
fn closer(bracket: TokenKind) -> Option<TokenKind> {
    Some(match bracket {
        TokenKind::Brace | TokenKind::SelectorBrace => TokenKind::BraceEnd,
        TokenKind::Paren | TokenKind::LineParen => TokenKind::ParenEnd,
        TokenKind::Bracket | TokenKind::ListStart => TokenKind::BracketEnd,
        TokenKind::Collect => TokenKind::CollectEnd,
        TokenKind::CollectExported => TokenKind::CollectExportedEnd,
        TokenKind::Pipe => TokenKind::Pipe,
        _ => return None,
    })
}

fn starts_definition(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Class | TokenKind::Define | TokenKind::Node)
}

/// Kinds that are listed individually, most likely first.
const NAMED: [TokenKind; 32] = [
    TokenKind::Colon,
    TokenKind::Comma,
    TokenKind::Arrow,
    TokenKind::PlusArrow,
    TokenKind::Semicolon,
    TokenKind::Brace,
    TokenKind::BraceEnd,
    TokenKind::ParenEnd,
    TokenKind::BracketEnd,
    TokenKind::CollectEnd,
    TokenKind::CollectExportedEnd,
    TokenKind::Pipe,
    TokenKind::RenderEnd,
    TokenKind::StringEnd,
    TokenKind::Assign,
    TokenKind::Paren,
    TokenKind::Inherits,
    TokenKind::Elsif,
    TokenKind::Else,
    TokenKind::RightShift,
    TokenKind::Default,
    TokenKind::Name,
    TokenKind::Word,
    TokenKind::TypeName,
    TokenKind::Variable,
    TokenKind::Number,
    TokenKind::String,
    TokenKind::Regex,
    TokenKind::Star,
    TokenKind::Type,
    TokenKind::Bracket,
    TokenKind::End,
];

/// Returns a list of the expected kinds: `':'`, or `',' or ']'`.
fn expected(wanted: Kinds) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = wanted;
    if wanted.includes(STATEMENT_START) {
        words.push("a statement");
        rest = rest.without(STATEMENT_START);
    } else if wanted.includes(EXPRESSION_START) {
        words.push("an expression");
        rest = rest.without(EXPRESSION_START);
    }
    for kind in NAMED.into_iter().filter(|&kind| rest.has(kind)) {
        let word = kind.describe();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

pub(crate) fn nesting_too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("NESTING_TOO_DEEP", "The expressions here are nested too deeply", span)
        .with_hint("move a part of it to a separate variable, function or class")
}

pub(crate) fn illegal_argument_list(function: Option<&str>, comma: Span) -> Diagnostic {
    match function {
        Some(name) => {
            let message = format!(
                "attempt to pass argument list to the function '{name}' which cannot be called without parentheses"
            );
            Diagnostic::error("ILLEGAL_ARGUMENT_LIST", message, comma)
                .with_hint(format!("put the arguments in parentheses: {name}(…)"))
        }
        None => Diagnostic::error("ILLEGAL_ARGUMENT_LIST", "illegal comma separated argument list", comma),
    }
}

pub(crate) fn not_a_resource_expression(form: ResourceForm, at: Span) -> Diagnostic {
    let message = match form {
        ResourceForm::Exported => "Exported (@@) can only be applied to a Resource Expression",
        ResourceForm::Regular | ResourceForm::Virtual => "Virtual (@) can only be applied to a Resource Expression",
    };
    Diagnostic::error("ILLEGAL_VIRTUALIZATION", message, at)
}

/// `plan` is true if the braces belong to a plan, or to an `apply` block in one.
pub(crate) fn not_valid_as_resource(at: Span, plan: bool) -> Diagnostic {
    let message = "Expression is not valid as a resource, resource-default, or resource-override";
    let diagnostic = Diagnostic::error("ILLEGAL_RESOURCE_EXPRESSION", message, at);
    if plan { diagnostic.with_hint("plans are not supported") } else { diagnostic }
}

pub(crate) fn body_without_title(brace: Span) -> Diagnostic {
    Diagnostic::error("RESOURCE_WITHOUT_TITLE", "Syntax error resource body without title or hash with +>", brace)
        .with_hint("a resource needs a title: type { 'title': … }")
}

pub(crate) fn class_keyword_as_name(at: Span) -> Diagnostic {
    Diagnostic::error("ILLEGAL_DEFINITION_NAME", "'class' keyword not allowed at this location", at)
}

pub(crate) fn quoted_name(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("ILLEGAL_DEFINITION_NAME", "A quoted string is not valid as a name here", at)
        .with_hint(format!("write the name without quotes: {name}"))
}
