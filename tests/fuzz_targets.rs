//! The properties of the fuzz targets (`fuzz/src`) for their seeds, without the tools for fuzzing.

use std::fs;
use std::path::Path;

#[expect(unreachable_pub, reason = "they are a library for the fuzz targets")]
#[path = "fuzz/src/lib.rs"]
mod targets;

/// A target with a text as input.
type TextTarget = fn(&str);

/// The targets with seeds in `fuzz/seeds`.
const WITH_SEEDS: [(&str, TextTarget); 7] = [
    ("autosign", targets::autosign),
    ("csr_attributes", targets::csr_attributes),
    ("facts", targets::facts),
    ("form", targets::form),
    ("metadata", targets::metadata),
    ("path", targets::path),
    ("request", targets::request),
];

/// The other targets with an input.
const WITH_TEXT: [(TextTarget, &str); 11] = [
    (targets::catalog, r#"{"catalog_format":2,"name":"a","version":1,"resources":[],"edges":[],"classes":[]}"#),
    (targets::data, "a: '%{lookup(\"b\")}'\nb: [1]\n"),
    (targets::data_type, "Optional[Array[Integer[0, 1]]]"),
    (targets::erb, "{\"a\":[1,2]}\n<% @a.each do |x| %><%= x %><% end %>"),
    (targets::evaluation, "$a = [1, 2].map |$x| { $x + 1 }\nnotify { \"${a}\": }"),
    (targets::format, "%Y-%m-%d %H:%M:%S"),
    (targets::hierarchy, "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n"),
    (targets::lexer, "\"${a}\" # b"),
    (targets::manifest, "class a($b = 1) { file { '/c': ensure => file } }"),
    (targets::regex, "(a|b)*c\nabc"),
    (targets::template, "<%- | $a = 1 | -%>\n<%= $a %>"),
];

/// Returns the content of all files in a directory.
fn contents(directory: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("a name").path());
    let contents: Vec<_> = entries.filter(|path| path.is_file()).map(|path| fs::read(path).expect("a file")).collect();
    assert!(!contents.is_empty(), "{} has no files", directory.display());
    contents
}

#[test]
fn fuzz_targets_with_texts_accept_their_seeds() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, target) in WITH_SEEDS {
        contents(&seeds.join(name)).iter().for_each(|seed| target(str::from_utf8(seed).expect("a text")));
        target("");
    }
    for (target, text) in WITH_TEXT {
        target(text);
    }
}

#[test]
fn fuzz_targets_for_certificates_accept_recorded_files() {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/identity/tests/data");
    contents(&recorded.join("requests")).iter().for_each(|request| targets::certificate_request(request));
    contents(&recorded.join("ca")).iter().for_each(|file| targets::certificate(file));
}
