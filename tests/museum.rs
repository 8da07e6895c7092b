//! The museum: for each version of the contract a component that was built then, what it was made to do, and what came of it. It does
//! the same today, and no change of the contract goes without an exhibit. `tests/museum/add` puts today's component in.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use marotte_tests::{EXHIBIT, Outcome, Scratch};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What stands beside an exhibit.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    /// The text of `wit/*.wit`, without comments.
    contract: String,
    /// What it was built from.
    source: String,
    /// The component.
    component: String,
}

/// A component larger than this is no example of anything.
const MAX_BYTES: usize = 400_000;

#[test]
fn each_exhibit_does_what_it_did() {
    let exhibits = exhibits();
    assert!(!exhibits.is_empty(), "the museum is empty");
    for folder in exhibits.values() {
        let expected = fs::read_to_string(folder.join("expected.txt")).unwrap();
        let actual = performance(&folder.join("exhibit.wasm"), &folder.join("site.pp"));
        assert_eq!(actual, expected, "{} does something else", folder.display());
    }
}

#[test]
fn each_exhibit_is_the_one_that_was_put_in() {
    for folder in exhibits().values() {
        let component = fs::read(folder.join("exhibit.wasm")).unwrap();
        assert!(component.len() < MAX_BYTES, "{} has {} bytes", folder.display(), component.len());
        assert_eq!(digest(&[component]), label(folder).component, "{} has been changed", folder.display());
    }
}

#[test]
fn the_contract_of_today_has_an_exhibit() {
    let exhibits = exhibits();
    let folder = exhibits.get(&version()).unwrap_or_else(|| panic!("run tests/museum/add for {:?}", version()));
    let advice = "the contract has changed: run tests/museum/add (wit/README.md says when it may change)";
    assert_eq!(label(folder).contract, contract(), "{advice}");
}

#[test]
fn what_the_sdk_makes_today_does_the_same_as_the_exhibit() {
    let exhibits = exhibits();
    let folder = &exhibits[&version()];
    if env::var_os("BLESS").is_some() {
        return;
    }
    let expected = fs::read_to_string(folder.join("expected.txt")).unwrap();
    assert_eq!(performance(Path::new(EXHIBIT), &folder.join("site.pp")), expected);
}

/// Returns the folders of the exhibits by version. With `BLESS` today's is put in first.
fn exhibits() -> BTreeMap<(u32, u32), PathBuf> {
    let museum = tests().join("museum");
    if env::var_os("BLESS").is_some() {
        put_in(&museum);
    }
    let folders = fs::read_dir(museum).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    folders.map(|folder| (numbers(folder.file_name().unwrap().to_str().unwrap()), folder)).collect()
}

/// Puts today's component, what it is made to do and what comes of it into the museum.
fn put_in(museum: &Path) {
    let (major, minor) = version();
    let folder = museum.join(format!("{major}.{minor}"));
    fs::create_dir_all(&folder).unwrap();
    let component = fs::read(EXHIBIT).unwrap();
    let source = tests().join("exhibit");
    fs::write(folder.join("exhibit.wasm"), &component).unwrap();
    fs::copy(source.join("site.pp"), folder.join("site.pp")).unwrap();
    let expected = performance(&folder.join("exhibit.wasm"), &folder.join("site.pp"));
    fs::write(folder.join("expected.txt"), expected).unwrap();
    let mut files = files(&source.join("src"), "rs");
    files.push(fs::read(source.join("provider.toml")).unwrap());
    let label = Label { contract: contract(), source: digest(&files), component: digest(&[component]) };
    fs::write(folder.join("label.toml"), toml::to_string(&label).unwrap()).unwrap();
}

/// Has a component do all that it can, and writes down what comes of it.
fn performance(component: &Path, manifest: &Path) -> String {
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
    let mut told = String::new();
    let mut tell = |title: &str, outcome: &Outcome| told += &page(title, outcome);
    tell("dry", &apply(&["--noop"]));
    tell("for real", &apply(&[]));
    tell("again", &apply(&[]));
    tell("listed", &run(&["resource", "relic"]));
    tell("shown", &run(&["resource", "relic", "/hall:sword"]));
    tell("set", &run(&["resource", "relic", "/hall:sword", "weight=7"]));
    tell("too heavy", &run(&["resource", "relic", "/hall:sword", "weight=99"]));
    tell("refused", &run(&["resource", "relic", "/hall:curse", "weight=1"]));
    let tree: String = scratch.tree().iter().map(|(path, what)| format!("{}: {what}\n", path.display())).collect();
    told += &format!("== the tree\n{tree}");
    let undo = ["undo", "--vardir", state.as_str(), "--detailed-exitcodes"];
    let outcomes = [scratch.run(&undo), scratch.run(&undo)];
    outcomes.iter().for_each(|outcome| told += &page("undone", outcome));
    assert!(scratch.tree().is_empty(), "{:?}", scratch.tree());
    told.replace(scratch.path("").to_str().unwrap(), "SCRATCH/").replace(manifest.to_str().unwrap(), "site.pp")
}

/// Writes down an outcome without what is another each time.
fn page(title: &str, outcome: &Outcome) -> String {
    let mut page = format!("== {title}: {}\n", outcome.code.map_or("killed".to_owned(), |code| code.to_string()));
    for line in outcome.stdout.lines().chain(outcome.stderr.lines()) {
        let is_fleeting = ["Applied catalog in", "Compiled catalog for", "is not locked"];
        if !is_fleeting.iter().any(|part| line.contains(part)) {
            let _ = writeln!(page, "{line}");
        }
    }
    page
}

fn label(folder: &Path) -> Label {
    toml::from_str(&fs::read_to_string(folder.join("label.toml")).unwrap()).unwrap()
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

/// Returns the digest of the contract: what is said in comments may change.
fn contract() -> String {
    let files = files(&tests().join("../wit"), "wit");
    let files: Vec<Vec<u8>> = files.into_iter().map(|text| bare(&String::from_utf8(text).unwrap())).collect();
    digest(&files)
}

fn bare(wit: &str) -> Vec<u8> {
    let lines = wit.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n").into_bytes()
}

/// Reads the files of a folder that end so, in the order of their names.
fn files(folder: &Path, extension: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
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
