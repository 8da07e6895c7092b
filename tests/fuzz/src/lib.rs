//! Properties that must hold for any input. A target that panics, hangs or overflows the stack has found a
//! bug; each becomes a regression test of its crate. Run one with `cargo +nightly fuzz run manifest` in this
//! directory.

mod certificates;
mod files;
mod requests;
mod variables;

use catalog::Value;
use datatype::{Builtins, Regex, Timespan, TimespanFormat, Timestamp, Type};
use syntax::pn::{PnFormat, dump};
use syntax::{Mode, SourceFile, SourceId, parse, print};
use value::{CompileRequest, Manifests};

pub use certificates::{autosign, certificate, certificate_request, csr_attributes};
pub use requests::{facts, form, metadata, path, request};

use files::Files;
use variables::Variables;

/// Tokenizes a text as a manifest, as a template and as a manifest of Puppet 3; each token is part of the text.
pub fn lexer(text: &str) {
    let source = SourceFile::new(SourceId(0), "a.pp", text);
    for mode in [Mode::Manifest, Mode::Epp, Mode::Language3] {
        let ranges = syntax::token_ranges(&source, mode);
        for (begin, end) in &ranges {
            assert!(text.get(*begin..*end).is_some(), "{begin}..{end}");
        }
        assert_eq!(ranges.last(), Some(&(text.len(), text.len())));
    }
}

/// Parses a manifest; a tree without errors is unchanged after printing and parsing it again.
pub fn manifest(text: &str) {
    parsed(text, Mode::Manifest);
}

/// Like [`manifest`], for a template.
pub fn template(text: &str) {
    parsed(text, Mode::Epp);
}

/// Renders an ERB template with the JSON of its variables on the first line. It returns a text or an error within its
/// limits, the same result twice, and every value assigned to a variable can be converted back.
pub fn erb(text: &str) {
    let (variables, template) = text.split_once('\n').unwrap_or(("", text));
    let Ok(template) = erb::Template::parse(template) else { return };
    let limits = erb::TemplateLimits { steps: 100_000, memory: 4 * 1024 * 1024, depth: 300 };
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
    let source = SourceFile::new(SourceId(0), "a.pp", text);
    let (program, diagnostics) = parse(&source, mode);
    let tree = dump(&program, &source, PnFormat::Compact);
    for diagnostic in &diagnostics {
        assert!(diagnostic.span.is_none_or(|span| span.lo <= span.hi && span.hi as usize <= text.len()));
    }
    if diagnostics.iter().any(syntax::Diagnostic::is_error) {
        return;
    }
    let printed = SourceFile::new(SourceId(0), "b.pp", print(&program, &source));
    let (again, faults) = parse(&printed, mode);
    assert!(!faults.iter().any(syntax::Diagnostic::is_error), "{}: {faults:?}", printed.text());
    assert_eq!(dump(&again, &printed, PnFormat::Compact), tree, "{}", printed.text());
}

/// Compiles a manifest twice with equal results.
pub fn evaluation(text: &str) {
    assert_eq!(compile(&[], text), compile(&[], text));
}

/// Looks up keys with a configuration of Hiera.
pub fn hierarchy(text: &str) {
    let _ = compile(&[("hiera.yaml", text), ("data/common.yaml", "a: 1")], LOOKUP);
}

/// Looks up keys in Hiera data with interpolations and merges.
pub fn data(text: &str) {
    let files = [("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n"), ("data/common.yaml", text)];
    assert_eq!(compile(&files, LOOKUP), compile(&files, LOOKUP));
}

/// Looks up keys with all merge strategies.
const LOOKUP: &str = "['a', 'b', 'a.b', 'c::d'].each |$key| {
  ['first', 'unique', 'hash', 'deep'].each |$merge| { notice(lookup($key, Any, $merge, undef)) }
}";

/// Compiles code in an environment with files. The message of an error is part of the result.
fn compile(files: &[(&str, &str)], code: &str) -> Result<String, String> {
    let request = CompileRequest {
        node: "node1.example.com".to_owned(),
        facts: Value::Hash(Vec::new()),
        trusted: Value::Hash(Vec::new()),
        manifests: Manifests::Code(code.to_owned()),
        ..CompileRequest::default()
    };
    let compiled = compiler::compile(&Files(files), &request).map_err(|failure| format!("{failure:?}"))?;
    catalog::wire::write(&compiled.catalog, &|_| true).map_err(|error| error.to_string())
}

/// Parses a data type; its text is parsed as the same type, which is assignable to itself.
pub fn data_type(text: &str) {
    let Ok(first) = Type::parse(text, &mut Builtins) else { return };
    let written = first.to_string();
    // As in Puppet, an unknown name is shown as a reference, which cannot be parsed, and backslashes in strings are
    // not escaped.
    if !written.contains("TypeReference[")
        && !written.contains('\\')
        && let Ok(again) = Type::parse(&written, &mut Builtins)
    {
        assert_eq!(again.to_string(), written);
    }
    assert!(first.is_assignable(&first), "{written}");
    let _ = (first.generalize(), first.normalize());
}

/// Searches a text for a regular expression, both on separate lines.
pub fn regex(text: &str) {
    let (pattern, subject) = text.split_once('\n').unwrap_or((text, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"));
    if let Ok(regex) = Regex::new(pattern) {
        let _ = (regex.captures_all(subject), regex.group_names(), regex.group_count());
    }
}

/// Formats and parses a time with a format string.
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

/// Reads and writes the JSON of a catalog.
pub fn catalog(text: &str) {
    let Ok(first) = catalog::wire::read(text, &|_| true) else { return };
    if let Ok(written) = catalog::wire::write(&first, &|_| true) {
        let again = catalog::wire::read(&written, &|_| true).expect("the written form can be read");
        assert_eq!(catalog::wire::write(&again, &|_| true).ok(), Some(written));
    }
}
