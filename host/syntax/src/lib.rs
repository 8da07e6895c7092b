//! Lexer, parser and diagnostics of the Puppet language. The crate is pure: it accesses no files, clock or
//! environment. Parsing never fails; a text with errors results in a partial tree.

pub mod ast;
mod diagnostic;
mod issue;
pub mod label;
mod lexer;
mod locate;
mod nearest;
mod parsed;
mod parser;
pub mod pn;
mod print;
mod source;
mod span;
mod token;
mod validate;

pub use ast::{Mode, Program};
pub use diagnostic::{Diagnostic, Label, MissingRuby, Severity, TraceEntry};
pub use issue::giving_up;
pub use locate::{ResourceSpans, find_resource};
pub use nearest::nearest;
pub use parsed::{ParsedFile, ParsedFiles};
pub use print::print;
pub use source::{Position, SourceFile, SourceMap};
pub use span::{SourceId, Span};
pub use validate::{check_external_syntax, check_location};

/// Maximum length of a source text, or of any other string, in bytes.
pub const MAXIMUM_TEXT: usize = 32 * 1024 * 1024;

/// Returns the byte ranges of the tokens of a text, followed by the length of the text, for tests of the
/// lexer. Tokens within a heredoc follow its tag, so they are not in text order.
#[doc(hidden)]
pub fn token_ranges(source: &SourceFile, mode: Mode) -> Vec<(usize, usize)> {
    lexer::lex(source, mode).list.iter().map(|token| (token.lo as usize, token.hi as usize)).collect()
}

/// Parses a manifest or template.
///
/// Always returns a tree. Statements with errors are missing from it, so evaluate it only if no diagnostic
/// [is an error](Diagnostic::is_error). Diagnostics are in the order in which Puppet would report them, after
/// the warnings of the lexer.
///
/// ```
/// use syntax::{Mode, SourceMap, parse};
///
/// let mut sources = SourceMap::default();
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
    // As in Puppet, the validator does not run on a text with syntax errors.
    let broken = errors.iter().any(Diagnostic::is_error);
    diagnostics.extend(errors);
    if !broken {
        diagnostics.extend(validate::validate(&program, source));
    }
    (program, diagnostics)
}
