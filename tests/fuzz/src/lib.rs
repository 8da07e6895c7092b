//! Properties that must hold for any input. A target that panics, hangs or overflows the stack has found a
//! bug; each becomes a regression test of its crate. Run one with `cargo +nightly fuzz run manifest` in this
//! directory.

mod files;
mod variables;

use catalog::Value;
use compiler::{Manifests, Request};
use datatype::{Builtins, Regex, Timespan, TimespanFormat, Timestamp, Type};
use syntax::pn::{Format, dump};
use syntax::{Mode, Source, SourceId, parse, print};

use crate::files::Files;
use crate::variables::Variables;

/// A manifest, a template and a manifest of the old language are read as tokens, each of which is a part of the text.
pub fn lexer(text: &str) {
    let source = Source::new(SourceId(0), "a.pp", text);
    for mode in [Mode::Manifest, Mode::Epp, Mode::Language3] {
        let places = syntax::token_places(&source, mode);
        for (begin, end) in &places {
            assert!(text.get(*begin..*end).is_some(), "{begin}..{end}");
        }
        assert_eq!(places.last(), Some(&(text.len(), text.len())));
    }
}

/// A manifest is parsed; a tree without faults survives printing.
pub fn manifest(text: &str) {
    parsed(text, Mode::Manifest);
}

/// The same of a template.
pub fn template(text: &str) {
    parsed(text, Mode::Epp);
}

/// An ERB template, with the JSON of its variables on the first line: it yields a text or an error within its
/// limits, the same result twice, and every value assigned to a variable can be converted back.
pub fn erb(text: &str) {
    let (variables, template) = text.split_once('\n').unwrap_or(("", text));
    let Ok(template) = erb::Template::parse(template) else { return };
    let limits = erb::Limits { steps: 100_000, memory: 4 * 1024 * 1024, depth: 300 };
    let render = || {
        let mut variables = Variables::of(variables);
        let text = template.render(&mut variables, limits);
        (text.map_err(|fault| fault.message), variables.changes)
    };
    let (first, second) = (render(), render());
    assert!(first.0.as_ref().is_ok_and(|text| text.len() <= limits.memory) || first.0.is_err());
    assert_eq!(format!("{first:?}"), format!("{second:?}"));
}

fn parsed(text: &str, mode: Mode) {
    let source = Source::new(SourceId(0), "a.pp", text);
    let (program, diagnostics) = parse(&source, mode);
    let tree = dump(&program, &source, Format::Compact);
    for diagnostic in &diagnostics {
        assert!(diagnostic.span.is_none_or(|span| span.lo <= span.hi && span.hi as usize <= text.len()));
    }
    if diagnostics.iter().any(syntax::Diagnostic::is_error) {
        return;
    }
    let printed = Source::new(SourceId(0), "b.pp", print(&program, &source));
    let (again, faults) = parse(&printed, mode);
    assert!(!faults.iter().any(syntax::Diagnostic::is_error), "{}: {faults:?}", printed.text());
    assert_eq!(dump(&again, &printed, Format::Compact), tree, "{}", printed.text());
}

/// A manifest is compiled, twice to the same bytes.
pub fn evaluation(text: &str) {
    assert_eq!(compile(&[], text), compile(&[], text));
}

/// Hiera's configuration.
pub fn hierarchy(text: &str) {
    let _ = compile(&[("hiera.yaml", text), ("data/common.yaml", "a: 1")], LOOKUP);
}

/// Hiera's data, with its interpolations and merges.
pub fn data(text: &str) {
    let files = [("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n"), ("data/common.yaml", text)];
    assert_eq!(compile(&files, LOOKUP), compile(&files, LOOKUP));
}

/// Looks keys up in all ways.
const LOOKUP: &str = "['a', 'b', 'a.b', 'c::d'].each |$key| {
  ['first', 'unique', 'hash', 'deep'].each |$merge| { notice(lookup($key, Any, $merge, undef)) }
}";

/// Compiles code beside files; what a fault says is a result, too.
fn compile(files: &[(&str, &str)], code: &str) -> Result<String, String> {
    let request = Request {
        node: "node1.example.com".to_owned(),
        facts: Value::Hash(Vec::new()),
        trusted: Value::Hash(Vec::new()),
        manifests: Manifests::Code(code.to_owned()),
        ..Request::default()
    };
    let compiled = compiler::compile(&Files(files), &request).map_err(|failure| format!("{failure:?}"))?;
    catalog::wire::write(&compiled.catalog, &|_| true).map_err(|error| error.to_string())
}

/// A type is written as text that is the same type, and is assignable to itself.
pub fn data_type(text: &str) {
    let Ok(first) = Type::parse(text, &mut Builtins) else { return };
    let written = first.to_string();
    // As in Puppet a name that stands for nothing is shown as a reference, which is no way to write it, and the backslashes of a
    // text as they are.
    if !written.contains("TypeReference[")
        && !written.contains('\\')
        && let Ok(again) = Type::parse(&written, &mut Builtins)
    {
        assert_eq!(again.to_string(), written);
    }
    assert!(first.is_assignable(&first), "{written}");
    let _ = (first.generalize(), first.normalize());
}

/// A regular expression and a text, on two lines.
pub fn regex(text: &str) {
    let (pattern, subject) = text.split_once('\n').unwrap_or((text, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"));
    if let Ok(regex) = Regex::new(pattern) {
        let _ = (regex.captures_all(subject), regex.group_names(), regex.group_count());
    }
}

/// A format of times.
pub fn format(text: &str) {
    let time = Timestamp::from_seconds(1_700_000_000);
    if let Ok(shown) = time.format(text, Some(3600)) {
        let _ = Timestamp::parse(&shown, &[text], None);
    }
    let _ = Timestamp::parse(text, &["%F %T %z"], None);
    if let Ok(format) = TimespanFormat::parse(text) {
        let _ = format.format(Timespan::from_nanoseconds(93_784_005_006_007));
    }
}

/// The JSON of a catalog.
pub fn catalog(text: &str) {
    let Ok(first) = catalog::wire::read(text, &|_| true) else { return };
    if let Ok(written) = catalog::wire::write(&first, &|_| true) {
        let again = catalog::wire::read(&written, &|_| true).expect("the written form can be read");
        assert_eq!(catalog::wire::write(&again, &|_| true).ok(), Some(written));
    }
}
