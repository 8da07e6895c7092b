//! Functions: the expressions in `functions/*.txt` have the results recorded from Puppet.
#![expect(clippy::disallowed_methods, reason = "the corpus is in files")]
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[path = "recorded/mod.rs"]
mod recorded;

use std::fs;
use std::path::{Path, PathBuf};

use recorded::evaluated;
use value::{FileLocation, ManifestSource, ReadError, SourceText, World};

/// A world with a fixed time, and without files except types of stdlib that functions use in their signatures.
struct Nothing;

/// Types of stdlib, by the paths of their files. They accept more values than stdlib's.
const TYPES: [(&str, &str); 11] = [
    ("types/dns/zone.pp", r"type Stdlib::Dns::Zone = Pattern[/\A(([\w-]+\.)+|\.)\z/]"),
    ("types/email.pp", r"type Stdlib::Email = Pattern[/\A[^@]+@[^@]+\z/]"),
    ("types/fqdn.pp", r"type Stdlib::Fqdn = Pattern[/\A[\w.-]*\w\z/]"),
    ("types/ip/address.pp", "type Stdlib::IP::Address = Variant[Stdlib::IP::Address::V4, Stdlib::IP::Address::V6]"),
    (
        "types/ip/address/nosubnet.pp",
        "type Stdlib::IP::Address::Nosubnet = Variant[Stdlib::IP::Address::V4::Nosubnet, Stdlib::IP::Address::V6::Nosubnet]",
    ),
    (
        "types/ip/address/v4.pp",
        "type Stdlib::IP::Address::V4 = Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V4::Nosubnet]",
    ),
    (
        "types/ip/address/v6.pp",
        "type Stdlib::IP::Address::V6 = Variant[Stdlib::IP::Address::V6::CIDR, Stdlib::IP::Address::V6::Nosubnet]",
    ),
    ("types/ip/address/v4/cidr.pp", r"type Stdlib::IP::Address::V4::CIDR = Pattern[/\A[\d.]+\/\d+\z/]"),
    ("types/ip/address/v6/cidr.pp", r"type Stdlib::IP::Address::V6::CIDR = Pattern[/\A\h*:[\h:]+\/\d+\z/]"),
    ("types/ip/address/v4/nosubnet.pp", r"type Stdlib::IP::Address::V4::Nosubnet = Pattern[/\A[\d.]+\z/]"),
    ("types/ip/address/v6/nosubnet.pp", r"type Stdlib::IP::Address::V6::Nosubnet = Pattern[/\A\h*:[\h:]+\z/]"),
];

impl World for Nothing {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, place: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError> {
        let found = TYPES.iter().find(|(known, _)| place == FileLocation::Module("stdlib") && *known == path);
        Ok(found.map(|(_, text)| SourceText { name: path.to_owned(), text: (*text).to_owned() }))
    }

    fn has_module(&self, _: &str) -> bool {
        false
    }

    fn schema(&self, _: &str) -> Option<std::sync::Arc<catalog::schema::TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Returns the names and texts of the files of recorded expressions, and the list of differences.
fn corpus(directory: &Path) -> (Vec<(String, String)>, String) {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let is_recorded = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "txt");
    let mut files: Vec<(String, String)> = entries
        .filter(is_recorded)
        .map(|path| (path.file_name().unwrap().display().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    (files, fs::read_to_string(directory.join("different")).unwrap())
}

#[test]
fn function_results_match_puppet() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions");
    let (files, different) = corpus(&directory);
    let count = recorded::compare(&files, &different, &|| Box::new(Nothing));
    assert!(count > 1000, "only {count} expressions were found");
}

/// Functions of stdlib that are missing in Debian's version, with which the other results were recorded. The expected
/// results follow the documentation of newer versions.
const NEWER: [(&str, &str); 25] = [
    ("stdlib::ensure(true)", "= \"present\""),
    ("stdlib::ensure('absent')", "= \"absent\""),
    ("stdlib::ensure_packages([])", "= undef"),
    ("stdlib::fqdn_rand_string(10)", "= \"DNfn3KRl9t\""),
    ("stdlib::fqdn_rand_string(20, undef, 'a', 1)", "= \"kfnzAsRgn7hPLmToukbC\""),
    ("stdlib::fqdn_rotate(['a', 'b', 'c', 'd'], 'x') == fqdn_rotate(['a', 'b', 'c', 'd'], 'x')", "= true"),
    ("stdlib::fqdn_rotate('abcdefgh') == fqdn_rotate('abcdefgh')", "= true"),
    ("stdlib::fqdn_rotate([])", "= []"),
    ("stdlib::has_interface_with('lo')", "= true"),
    ("stdlib::has_interface_with('eth9')", "= false"),
    ("stdlib::has_interface_with('ip', '127.0.0.1')", "= true"),
    ("stdlib::has_interface_with('ipaddress', '127.0.0.1')", "= true"),
    ("stdlib::has_interface_with('mac', '127.0.0.1')", "= false"),
    ("stdlib::merge({'a' => 1, 'b' => 2}, {'a' => 3})", "= {\"a\" => 3, \"b\" => 2}"),
    (
        "stdlib::nested_values({'a' => 'v1', 'b' => {'c' => 'v2', 'd' => {'e' => ['v3']}}, 'f' => {}})",
        "= [\"v1\", \"v2\", [\"v3\"]]",
    ),
    ("stdlib::os_version_gte('Debian', '11')", "= true"),
    ("stdlib::os_version_gte('Debian', '13')", "= false"),
    ("stdlib::os_version_gte('Ubuntu', '9')", "= false"),
    ("stdlib::seeded_rand(100, 'a seed')", "= 57"),
    ("stdlib::shell_escape('a b')", "= \"a\\\\ b\""),
    ("stdlib::to_json({'a' => 1})", "= \"{\\\"a\\\":1}\""),
    ("stdlib::to_json_pretty([1])", "= \"[\\n  1\\n]\\n\""),
    ("stdlib::to_python([true])", "= \"[True]\""),
    ("stdlib::to_yaml({'a' => 1})", "= \"---\\na: 1\\n\""),
    (
        "stdlib::to_yaml({'a' => 1}, {'canonical' => true})",
        "! stdlib::to_yaml(): The option 'canonical' with true is not supported",
    ),
];

#[test]
fn newer_stdlib_functions_follow_its_documentation() {
    for (expression, expected) in NEWER {
        assert_eq!(evaluated(&Nothing, expression), [expected], "{expression}");
    }
}
