//! Compatibility with components built for earlier versions of the contract. `tests/abi-compat/VERSION` contains
//! a component that was built for that version, a manifest and the recorded output; the output must not change.
//! `tests/abi-compat/add` adds the current component.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use marotte_tests::{ABI_FIXTURE, Outcome, Scratch, is_result_line};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Digests stored with a component.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    /// Digest of `wit/*.wit` without comments.
    contract: String,
    /// Digest of the sources of the component.
    source: String,
    /// Digest of the component.
    component: String,
}

/// Maximum size of a stored component.
const MAX_BYTES: usize = 400_000;

#[test]
fn abi_components_behave_as_recorded() {
    let stored = stored();
    assert!(!stored.is_empty(), "tests/abi-compat contains no component");
    for directory in stored.values() {
        let expected = fs::read_to_string(directory.join("expected.txt")).unwrap();
        let actual = output_of(&directory.join("component.wasm"), &directory.join("site.pp"));
        assert_eq!(actual, expected, "the output for {} differs", directory.display());
    }
}

#[test]
fn abi_components_are_unmodified() {
    for directory in stored().values() {
        let component = fs::read(directory.join("component.wasm")).unwrap();
        assert!(component.len() < MAX_BYTES, "{} has {} bytes", directory.display(), component.len());
        assert_eq!(digest(&[component]), label(directory).component, "{} has been changed", directory.display());
    }
}

#[test]
fn abi_current_contract_has_a_component() {
    let stored = stored();
    let directory = stored.get(&version()).unwrap_or_else(|| panic!("run tests/abi-compat/add for {:?}", version()));
    let advice = "the contract has changed: run tests/abi-compat/add (wit/README.md says when it may change)";
    assert_eq!(label(directory).contract, contract(), "{advice}");
}

#[test]
fn abi_fixture_behaves_as_its_recorded_component() {
    let stored = stored();
    let directory = &stored[&version()];
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return;
    }
    let expected = fs::read_to_string(directory.join("expected.txt")).unwrap();
    assert_eq!(output_of(Path::new(ABI_FIXTURE), &directory.join("site.pp")), expected);
}

/// Returns the directories of the stored components by version. `UPDATE_SNAPSHOTS` stores the current component first.
fn stored() -> BTreeMap<(u32, u32), PathBuf> {
    let root = tests().join("abi-compat");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        store_current(&root);
    }
    let directories = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    directories.map(|directory| (numbers(directory.file_name().unwrap().to_str().unwrap()), directory)).collect()
}

/// Stores the current component with its manifest and output.
fn store_current(root: &Path) {
    let (major, minor) = version();
    let directory = root.join(format!("{major}.{minor}"));
    fs::create_dir_all(&directory).unwrap();
    let component = fs::read(ABI_FIXTURE).unwrap();
    let source = tests().join("abi-fixture");
    fs::write(directory.join("component.wasm"), &component).unwrap();
    fs::copy(source.join("site.pp"), directory.join("site.pp")).unwrap();
    let expected = output_of(&directory.join("component.wasm"), &directory.join("site.pp"));
    fs::write(directory.join("expected.txt"), expected).unwrap();
    let mut files = files(&source.join("src"), "rs");
    files.push(fs::read(source.join("provider.toml")).unwrap());
    let label = Label { contract: contract(), source: digest(&files), component: digest(&[component]) };
    fs::write(directory.join("label.toml"), toml::to_string(&label).unwrap()).unwrap();
}

/// Runs every feature of a component and returns the output.
fn output_of(component: &Path, manifest: &Path) -> String {
    let scratch = Scratch::new(env!("CARGO_BIN_EXE_marotte-under-test"));
    let paths = [component.to_owned(), scratch.root(), scratch.path("state")];
    let [component, root, state] = paths.map(|path| path.display().to_string());
    let try_out = ["--provider", component.as_str()];
    let run = |words: &[&str]| {
        let place = ["--root", root.as_str(), "--vardir", state.as_str()];
        scratch.run(&[words, &try_out, &place].concat())
    };
    let everywhere = ["--root_commands", "all"];
    let apply = |flags: &[&str]| scratch.apply_file(manifest, &[&try_out[..], &everywhere, flags].concat());
    let mut text = String::new();
    let mut add = |title: &str, outcome: &Outcome| text += &page(title, outcome);
    add("dry", &apply(&["--noop"]));
    add("for real", &apply(&[]));
    add("again", &apply(&[]));
    add("listed", &run(&["resource", "item"]));
    add("shown", &run(&["resource", "item", "/hall:sword"]));
    add("set", &run(&["resource", "item", "/hall:sword", "weight=7"]));
    add("too heavy", &run(&["resource", "item", "/hall:sword", "weight=99"]));
    add("refused", &run(&["resource", "item", "/hall:curse", "weight=1"]));
    let tree: String = scratch.tree().iter().map(|(path, what)| format!("{}: {what}\n", path.display())).collect();
    text += &format!("== the tree\n{tree}");
    let undo = ["undo", "--vardir", state.as_str(), "--detailed-exitcodes"];
    let outcomes = [scratch.run(&undo), scratch.run(&undo)];
    outcomes.iter().for_each(|outcome| text += &page("undone", outcome));
    assert!(scratch.tree().is_empty(), "{:?}", scratch.tree());
    text.replace(scratch.path("").to_str().unwrap(), "SCRATCH/").replace(manifest.to_str().unwrap(), "site.pp")
}

/// Formats an outcome without the lines that differ between runs.
fn page(title: &str, outcome: &Outcome) -> String {
    let mut page = format!("== {title}: {}\n", outcome.code.map_or("killed".to_owned(), |code| code.to_string()));
    for line in outcome.stdout.lines().chain(outcome.stderr.lines()) {
        let is_fleeting = ["Applied catalog in", "Compiled catalog for", "is not locked"];
        if !is_fleeting.iter().any(|part| line.contains(part)) && !is_result_line(line) {
            let _ = writeln!(page, "{line}");
        }
    }
    page
}

fn label(directory: &Path) -> Label {
    toml::from_str(&fs::read_to_string(directory.join("label.toml")).unwrap()).unwrap()
}

/// Returns the version of the contract, `1.0` of `1.0.3`.
fn version() -> (u32, u32) {
    let world = fs::read_to_string(tests().join("../wit/world.wit")).unwrap();
    let version = world.split_once("package marotte:provider@").unwrap().1.split(';').next().unwrap();
    numbers(version)
}

fn numbers(version: &str) -> (u32, u32) {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

/// Returns the digest of the contract without comments.
fn contract() -> String {
    let files = files(&tests().join("../wit"), "wit");
    let files: Vec<Vec<u8>> = files.into_iter().map(|text| bare(&String::from_utf8(text).unwrap())).collect();
    digest(&files)
}

fn bare(wit: &str) -> Vec<u8> {
    let lines = wit.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n").into_bytes()
}

/// Returns the contents of the files with an extension, sorted by name.
fn files(directory: &Path, extension: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn digest(texts: &[Vec<u8>]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.len().to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn tests() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
