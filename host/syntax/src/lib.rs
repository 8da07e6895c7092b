//! Text to tree: the lexer and parser of the Puppet language, and the diagnostics that they give.
//! Pure: no file, no clock, no environment. Anything can be parsed; a text with errors gives the tree of the rest.

pub mod ast;
mod diagnostic;
mod issue;
pub mod label;
mod lexer;
mod nearest;
mod parser;
pub mod pn;
mod print;
mod source;
mod span;
mod token;
mod validate;

pub use ast::{Mode, Program};
pub use diagnostic::{Diagnostic, Label, Severity, TraceEntry};
pub use issue::giving_up;
pub use nearest::nearest;
pub use print::print;
pub use source::{Position, SourceFile, SourceMap};
pub use span::{SourceId, Span};
pub use validate::{check_external_syntax, check_location};

/// How long a string may be, in bytes: longer ones are refused wherever they come from.
pub const MAXIMUM_TEXT: usize = 32 * 1024 * 1024;

/// Returns the byte ranges of the tokens of a text, followed by the end of the text, for tests of the lexer. Tokens within a
/// heredoc follow its tag, so they are not in text order.
#[doc(hidden)]
pub fn token_places(source: &SourceFile, mode: Mode) -> Vec<(usize, usize)> {
    lexer::lex(source, mode).list.iter().map(|token| (token.lo as usize, token.hi as usize)).collect()
}

/// Parses a manifest or template.
///
/// There is always a tree. Where there are errors it lacks the statements that they are in, so evaluate it only if
/// no diagnostic [is an error](Diagnostic::is_error). Diagnostics come in the order in which Puppet would report them,
/// warnings of the lexer first.
///
/// ```
/// use syntax::{Mode, Sources, parse};
///
/// let mut sources = Sources::default();
/// let source = sources.add("site.pp", "notify { 'hello': message = 'world' }");
/// let (_, diagnostics) = parse(&source, Mode::Manifest);
/// assert_eq!(diagnostics[0].message, "Syntax error at '='");
/// let (file, position) = sources.locate(diagnostics[0].span.unwrap()).unwrap();
/// assert_eq!((file, position.line, position.column), ("site.pp", 1, 27));
/// assert_eq!(diagnostics[0].hints, ["set an attribute with '=>'"]);
/// ```
pub fn parse(source: &SourceFile, mode: Mode) -> (Program, Vec<Diagnostic>) {
    if u32::try_from(source.text().len()).is_err() {
        let body = ast::Block { statements: Vec::new(), span: source.span(0, 0) };
        return (Program { mode, body, parameters: None, imports: Vec::new() }, vec![issue::source_too_large(source)]);
    }
    let mut tokens = lexer::lex(source, mode);
    let (program, errors) = parser::parse(&tokens, mode);
    let mut diagnostics = std::mem::take(&mut tokens.warnings);
    // As in Puppet, a text that can not be read is not judged further.
    let broken = errors.iter().any(Diagnostic::is_error);
    diagnostics.extend(errors);
    if !broken {
        diagnostics.extend(validate::validate(&program, source));
    }
    (program, diagnostics)
}
