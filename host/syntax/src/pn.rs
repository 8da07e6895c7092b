//! Prints a tree as Puppet's PN notation does: S-expressions, one line or indented, or the same as JSON.
//! Makes a tree comparable with that of real Puppet; says nothing about where things stand.

mod tree;
mod writer;

use crate::ast::Program;
use crate::source::Source;

use writer::Writer;

/// How a tree is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// All on one line.
    Compact,
    /// One element on each line, indented.
    Pretty,
    /// As JSON, all on one line.
    Json,
}

/// Returns the tree of a program in PN. `source` is the text it was parsed from.
pub fn dump(program: &Program, source: &Source, format: Format) -> String {
    let mut printer = tree::Printer { source, out: Writer::new(format) };
    printer.program(program);
    printer.out.finish()
}
