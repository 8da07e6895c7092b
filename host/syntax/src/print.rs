//! Prints a tree as Puppet code in one canonical form: what is parsed from it is the same tree again. Comments are not part
//! of a tree, so they are lost; so are the differences that mean nothing, such as quotes, margins and trailing commas.

mod definition;
mod expression;
mod resource;
mod statement;
mod string;
mod writer;

use crate::ast::Program;
use crate::source::SourceFile;

use writer::Printer;

/// Returns the code of a program. `source` is the text it was parsed from, which tells how its numbers are written.
///
/// ```
/// use syntax::{Mode, Source, SourceId, parse, print};
///
/// let source = Source::new(SourceId(0), "site.pp", "include foo\nfile{\"/x\":mode=>'0644'}");
/// let (program, _) = parse(&source, Mode::Manifest);
/// assert_eq!(print(&program, &source), "include(foo)\nfile { '/x':\n  mode => '0644',\n}\n");
/// ```
pub fn print(program: &Program, source: &SourceFile) -> String {
    let mut printer = Printer::new(source, program.mode);
    printer.program(program);
    printer.finish()
}
