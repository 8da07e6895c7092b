//! Canonical formatting of a tree as Puppet code: parsing the result yields the same tree. Comments are not
//! part of the tree and are lost, as are insignificant differences such as quotes, margins and trailing
//! commas.

mod definition;
mod expression;
mod resource;
mod statement;
mod string;
mod writer;

use crate::ast::Program;
use crate::source::SourceFile;

use writer::Printer;

/// Returns the code of a program. `source` is the parsed text, from which the notation of numbers is taken.
///
/// ```
/// use syntax::{Mode, SourceFile, SourceId, parse, print};
///
/// let source = SourceFile::new(SourceId(0), "site.pp", "include foo\nfile{\"/x\":mode=>'0644'}");
/// let (program, _) = parse(&source, Mode::Manifest);
/// assert_eq!(print(&program, &source), "include(foo)\nfile { '/x':\n  mode => '0644',\n}\n");
/// ```
pub fn print(program: &Program, source: &SourceFile) -> String {
    let mut printer = Printer::new(source, program.mode);
    printer.program(program);
    printer.finish()
}
