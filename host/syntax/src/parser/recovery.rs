//! Recovery from syntax errors: a statement that cannot be parsed is reported, with the expected tokens, and
//! skipped, so that the rest of the file is parsed too.

use chumsky::error::EmptyErr;

use super::{ERROR_LIMIT, Input, Rule, State, index, rule};
use crate::Diagnostic;
use crate::issue::{self, SyntaxError};
use crate::lexer::Tokens;
use crate::token::{Token, TokenFlags, TokenKind};

/// Returns the rule that reports the failure of a statement and skips it.
pub(super) fn skip<'s, T: Default>() -> impl Rule<'s, T> {
    rule(|input| {
        report_failure(input);
        if input.state().exhausted {
            return Err(EmptyErr::default());
        }
        let start = index(input);
        let end = resume_at(input.state(), start);
        while index(input) < end {
            input.skip();
        }
        Ok(T::default())
    })
}

/// Reports the furthest token that could not be used, unless it has been reported already.
pub(super) fn report_failure(input: &mut Input<'_, '_>) {
    let state = input.state();
    if state.exhausted || state.reported == Some(state.far) {
        return;
    }
    state.reported = Some(state.far);
    let before = state.kind(state.far.saturating_sub(1));
    if state.kind(state.far) == TokenKind::End && before == TokenKind::Rejected {
        // The lexer found an unterminated construct and rejected the rest; no further error is needed.
        return;
    }
    let error = SyntaxError { tokens: state.tokens, at: state.far, wanted: state.wanted, open: &state.open };
    let diagnostic = match state.tokens.rejection(state.far) {
        Some(rejection)
            if state.kind(state.far) == TokenKind::Rejected
                && !(rejection.issue == "UNCLOSED_QUOTE" && error.is_in_interpolation()) =>
        {
            rejection.clone()
        }
        Some(rejection) => issue::in_rejected_string(rejection, &error),
        None => issue::syntax_error(&error),
    };
    state.diagnostics.push(diagnostic);
    // After a missing quote, all others are on the wrong side of their strings.
    state.has_long_string |= error.long_string().is_some();
    state.exhausted = state.diagnostics.len() >= ERROR_LIMIT || state.has_long_string;
}

/// Adds the errors of the lexer that no rule encountered, unless the limit is reached.
pub(super) fn add_rejections(tokens: &Tokens<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let reported = diagnostics.len();
    let is_new = |rejection: &&Diagnostic| {
        !diagnostics.iter().any(|known| known.issue == rejection.issue && known.span == rejection.span)
    };
    let missed = tokens.rejections().filter(is_new).take(ERROR_LIMIT.saturating_sub(reported));
    let missed: Vec<Diagnostic> = missed.cloned().collect();
    diagnostics.extend(missed);
}

/// Returns the token to resume at after the statement that starts at `start`: the next token that can start a
/// statement on a line of its own, outside all brackets opened since or indented no further than the failed
/// statement; or the brace that closes the enclosing block.
fn resume_at(state: &State<'_>, start: usize) -> usize {
    let tokens = &state.tokens.list;
    let end = tokens.len() - 1;
    let column = |token: &Token| state.tokens.source.position(token.lo).column;
    let margin = column(&tokens[start]);
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().take(end).skip(start) {
        let first = at > start && token.flags.has(TokenFlags::FIRST);
        if token.kind == TokenKind::BraceEnd && (depth == 0 || first && column(token) < margin) {
            return at.max(start + 1);
        }
        if first && starts_statement(token.kind) {
            // The token before the failed one, if it is indented less than a part of the statement can be.
            let outside = at + 1 >= state.far && column(token) <= margin;
            if outside || depth == 0 && at > state.far {
                return at;
            }
        }
        if opens(token.kind) {
            depth += 1;
        } else if closes(token.kind) {
            depth = depth.saturating_sub(1);
        }
    }
    end
}

fn opens(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Brace
            | TokenKind::SelectorBrace
            | TokenKind::Paren
            | TokenKind::LineParen
            | TokenKind::Bracket
            | TokenKind::ListStart
            | TokenKind::StringStart
    )
}

fn closes(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::BraceEnd | TokenKind::ParenEnd | TokenKind::BracketEnd | TokenKind::StringEnd)
}

/// Returns whether a token at the start of a line usually starts a statement.
fn starts_statement(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::TypeName
            | TokenKind::Variable
            | TokenKind::At
            | TokenKind::AtAt
            | TokenKind::Case
            | TokenKind::Class
            | TokenKind::Define
            | TokenKind::Function
            | TokenKind::If
            | TokenKind::Node
            | TokenKind::Type
            | TokenKind::Unless
    )
}
