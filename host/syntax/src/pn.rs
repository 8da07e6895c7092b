//! Output of a tree in Puppet's PN notation: S-expressions, on one line or indented, or the same as JSON.
//! Used to compare a tree with that of Puppet; contains no positions.

mod tree;
mod writer;

use crate::ast::Program;
use crate::source::SourceFile;

use writer::PnWriter;

/// The output format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PnFormat {
    /// All on one line.
    Compact,
    /// One element on each line, indented.
    Pretty,
    /// As JSON, all on one line.
    Json,
}

/// Returns the tree of a program in PN. `source` is the text it was parsed from.
pub fn dump(program: &Program, source: &SourceFile, format: PnFormat) -> String {
    let mut printer = tree::Printer { source, out: PnWriter::new(format) };
    printer.program(program);
    printer.out.finish()
}

#[cfg(test)]
mod tests {
    use super::{PnFormat, dump};
    use crate::{Mode, SourceFile, SourceId, parse};

    fn dumped(text: &str, format: PnFormat) -> String {
        let source = SourceFile::new(SourceId(0), "", text);
        dump(&parse(&source, Mode::Manifest).0, &source, format)
    }

    #[test]
    fn pretty_format_is_indented_as_in_puppet() {
        let text = "f('a') |$x| { case 1 { 2: { } } }";
        let expected = "\
(invoke
  {
    :functor (qn
      \"f\")
    :args [
      \"a\"]
    :block (lambda
      {
        :params {
          :x {}}
        :body [
          (case
            1
            [
              {
                :when [
                  2]
                :then [
                  (nop)]}])]})})";
        assert_eq!(dumped(text, PnFormat::Pretty), expected);
    }

    #[test]
    fn json_has_the_same_structure() {
        let text = "file { \"/x${b}\": mode => '06\"44', * => { q => undef, r => [true, /a\\/b/, 1.5] } }";
        let expected = concat!(
            r##"{"^":["resource",{"#":["type",{"^":["qn","file"]},"bodies",[{"#":["title","##,
            r##"{"^":["concat","/x",{"^":["str",{"^":["var","b"]}]}]},"ops",[{"^":["=>","mode","06\"44"]},"##,
            r##"{"^":["splat-hash",{"^":["hash",{"^":["=>",{"^":["qn","q"]},null]},{"^":["=>",{"^":["qn","r"]},"##,
            r##"{"^":["array",true,{"^":["regexp","a/b"]},1.5]}]}]}]}]]}]]}]}"##
        );
        assert_eq!(dumped(text, PnFormat::Json), expected);
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(dumped("\"\\u0001\\t\"", PnFormat::Compact), "\"\\o001\\t\"");
        assert_eq!(dumped("\"\\u0001\\t\"", PnFormat::Json), "\"\\u0001\\t\"");
    }

    #[test]
    fn floats_are_written_as_in_ruby() {
        for (text, expected) in [
            ("1e3", "1000.0"),
            ("1e14", "100000000000000.0"),
            ("1e15", "1.0e+15"),
            ("1.5e-4", "0.00015"),
            ("1e-5", "1.0e-05"),
            ("1e100", "1.0e+100"),
            ("-1.25", "-1.25"),
        ] {
            assert_eq!(dumped(text, PnFormat::Compact), expected);
        }
    }
}
