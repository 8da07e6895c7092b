//! Checks that the architecture is what host/README.md says: who depends on whom, that every file says what it owns, that
//! none outgrows one idea, and where `unsafe` may be.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

mod tidy {
    mod sensitive;

    use super::sources;
}

/// Each crate and what it may depend on. `tests` may use all.
const EDGES: &[(&str, &[&str])] = &[
    ("marotte-contract", &[]),
    ("marotte-syntax", &[]),
    ("marotte-datatype", &["marotte-syntax", "marotte-regex"]),
    ("marotte-catalog", &["marotte-contract"]),
    ("marotte-erb", &["marotte-regex"]),
    ("marotte-compiler", &["marotte-syntax", "marotte-datatype", "marotte-catalog", "marotte-erb"]),
    ("marotte-transaction", &["marotte-catalog", "marotte-datatype"]),
    ("marotte-launcher", &[]),
    ("marotte-ownership", &[]),
    (
        "marotte-runtime",
        &["marotte-transaction", "marotte-catalog", "marotte-launcher", "marotte-contract", "marotte-ownership"],
    ),
    ("marotte-facts", &["marotte-catalog", "marotte-launcher", "marotte-ownership"]),
    ("marotte-registry", &["marotte-catalog", "marotte-launcher", "marotte-contract", "marotte-ownership"]),
    (
        "marotte-cli",
        &[
            "marotte-syntax",
            "marotte-datatype",
            "marotte-catalog",
            "marotte-compiler",
            "marotte-transaction",
            "marotte-runtime",
            "marotte-facts",
            "marotte-launcher",
            "marotte-registry",
            "marotte-ownership",
        ],
    ),
    ("marotte-sdk", &["marotte-contract", "marotte-sdk-macros"]),
    ("marotte-regex", &[]),
    ("marotte-sdk-macros", &["marotte-contract"]),
    ("marotte-example-ini-line", &["marotte-sdk"]),
    ("marotte-test-grants", &["marotte-sdk"]),
    ("marotte-test-customtypes", &["marotte-sdk"]),
    ("marotte-test-misbehaving", &["marotte-sdk"]),
    ("marotte-test-generators", &["marotte-sdk"]),
    ("marotte-test-noncompliant", &["marotte-sdk"]),
    ("marotte-test-abi-fixture", &["marotte-sdk"]),
    ("marotte-test-malformed", &[]),
];

/// Crates below the line that wasmtime must not cross.
const WITHOUT_WASMTIME: &[&str] = &["syntax", "datatype", "catalog", "erb", "compiler", "transaction", "registry"];

/// The most lines that a file may have without its inline tests.
const CEILING: usize = 800;

/// Lists that are longer: an entry for each of many types.
const LISTS: &[&str] = &["providers/config/src/schema.rs"];

/// Files where `unsafe` is expected, with the reason in place.
const UNSAFE: &[&str] = &[
    "sdk/src/bindings.rs",
    "tests/components/malformed/src/bindings.rs",
    "host/runtime/src/component.rs",
    "host/runtime/src/journal/writers.rs",
    "host/runtime/src/source.rs",
    "host/cli/src/allocator.rs",
    "host/cli/src/components.rs",
    "host/cli/src/lib.rs",
    "host/launcher/src/child.rs",
    "host/launcher/src/files.rs",
    "host/launcher/src/own_process.rs",
    "host/launcher/src/protections.rs",
    "host/launcher/tests/sandbox.rs",
    "tests/src/bin/marotte.rs",
];

/// Files that start processes without the launcher: build scripts, tests, and the SDK's recorder of transcripts, which runs in the
/// tests of a provider.
const STARTS_PROCESSES: &[&str] =
    &["host/cli/build/component.rs", "host/runtime/tests/support/fixture.rs", "sdk/src/fake/transcript.rs"];

/// Files of the runtime that change files: the writer with what it consists of, and the state directory, which is not the machine's.
const CHANGES_FILES: &[&str] = &[
    "host/runtime/src/system/writer.rs",
    "host/runtime/src/system/writer",
    "host/runtime/src/system/attributes.rs",
    "host/runtime/src/system/labels.rs",
    "host/runtime/src/system/metadata.rs",
    "host/runtime/src/system/transfer.rs",
    // The state directory: cached code, journals, filebuckets.
    "host/runtime/src/cache.rs",
    "host/runtime/src/journal",
    "host/runtime/src/secret_places.rs",
    "host/runtime/src/system/bucket.rs",
];

#[test]
fn crates_depend_on_what_the_table_allows() {
    let metadata = metadata();
    let mut wrong = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        if name == "marotte-tests" {
            continue;
        }
        let allowed = EDGES.iter().find(|(known, _)| *known == name).map(|(_, edges)| *edges);
        let allowed =
            allowed.or_else(|| name.starts_with("marotte-provider-").then_some(&["marotte-sdk", "marotte-regex"][..]));
        let Some(allowed) = allowed else {
            wrong.push(format!("{name} is not in the table"));
            continue;
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let other = dependency["name"].as_str().unwrap();
            if other.starts_with("marotte-") && !allowed.contains(&other) {
                wrong.push(format!("{name} depends on {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_language_and_the_transaction_know_nothing_of_wasmtime() {
    for package in WITHOUT_WASMTIME {
        let tree = cargo(&[
            "tree",
            "--offline",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--package",
            &format!("marotte-{package}"),
        ]);
        assert!(tree.contains(&format!("marotte-{package}")), "no tree for {package}");
        assert!(!tree.contains("wasmtime"), "{package} builds wasmtime");
    }
}

#[test]
fn every_file_says_what_it_owns() {
    let silent: Vec<_> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "these files do not begin with //!: {silent:#?}");
}

#[test]
fn no_file_outgrows_one_idea() {
    let lines = |text: &str| text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
    let long: Vec<_> = sources()
        .into_iter()
        .map(|(path, text)| (path, lines(&text)))
        .filter(|(path, lines)| *lines > CEILING && !LISTS.iter().any(|list| path == Path::new(list)))
        .collect();
    assert!(long.is_empty(), "longer than {CEILING} lines: {long:#?}");
}

#[test]
fn unsafe_code_is_where_it_is_expected() {
    let places: Vec<_> = sources()
        .into_iter()
        .filter(|(path, text)| path != Path::new("tests/tidy.rs") && text.contains("unsafe_code"))
        .map(|(path, _)| path)
        .filter(|path| !UNSAFE.iter().any(|known| path == Path::new(known)))
        .collect();
    assert!(places.is_empty(), "unsafe code in {places:?}");
}

#[test]
fn processes_are_started_by_the_launcher_alone() {
    let calls = [
        "libc::fork",
        "libc::vfork",
        "libc::clone",
        "libc::exec",
        "libc::posix_spawn",
        "libc::system",
        "SYS_clone",
        "SYS_fork",
        "SYS_execve",
    ];
    let starts = |line: &str| {
        line.contains("process::") && line.contains("Command") || calls.iter().any(|call| line.contains(call))
    };
    let is_test = |path: &Path| path.starts_with("tests") || path.components().any(|part| part.as_os_str() == "tests");
    let found: Vec<_> = sources()
        .into_iter()
        .filter(|(path, _)| !path.starts_with("host/launcher") && !is_test(path))
        .filter(|(path, text)| {
            let code = text.split("#[cfg(test)]").next().unwrap_or(text);
            !STARTS_PROCESSES.iter().any(|known| path == Path::new(known)) && code.lines().any(starts)
        })
        .map(|(path, _)| path)
        .collect();
    assert!(found.is_empty(), "these start processes without the launcher: {found:?}");
}

#[test]
fn files_of_the_machine_are_changed_by_the_writer_alone() {
    let calls = [
        "fs::renameat",
        "fs::unlinkat",
        "fs::linkat",
        "fs::mkdirat",
        "fs::mknodat",
        "fs::symlinkat",
        "fs::chown",
        "fs::fchown",
        "fs::chmod",
        "fs::fchmod",
        "fs::setxattr",
        "fs::lsetxattr",
        "fs::fsetxattr",
        "fs::removexattr",
        "fs::fremovexattr",
        "ioctl_setflags",
        "fs::utimensat",
        "fs::futimens",
        "fs::ftruncate",
        "fs::write",
        "fs::rename",
        "fs::remove_",
        "fs::create_dir",
        "fs::hard_link",
        "fs::set_permissions",
        "fs::symlink(",
        "DirBuilder",
        "File::create",
        ".write(true)",
        ".append(true)",
        "OFlags::CREATE",
        "OFlags::TMPFILE",
        "OFlags::TRUNC",
        "OFlags::WRONLY",
        "OFlags::RDWR",
    ];
    let changes = |line: &str| !line.trim_start().starts_with("//") && calls.iter().any(|call| line.contains(call));
    let found: Vec<_> = sources()
        .into_iter()
        .filter(|(path, _)| path.starts_with("host/runtime/src") && path.file_name() != Some("tests.rs".as_ref()))
        .filter(|(path, text)| {
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
            !CHANGES_FILES.iter().any(|known| path.starts_with(known)) && code.lines().any(changes)
        })
        .map(|(path, _)| path)
        .collect();
    assert!(found.is_empty(), "these change files without the writer: {found:?}");
}

#[test]
fn nothing_is_left_to_be_done() {
    // Put together here, or this file would find itself.
    let words = ["TO".to_owned() + "DO", "FIX".to_owned() + "ME", "unimple".to_owned() + "mented!"];
    let left: Vec<_> = sources()
        .into_iter()
        .filter(|(_, text)| words.iter().any(|word| text.contains(word.as_str())))
        .map(|(path, _)| path)
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

fn metadata() -> serde_json::Value {
    serde_json::from_str(&cargo(&["metadata", "--offline", "--no-deps", "--format-version", "1"])).unwrap()
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// All Rust files of the project by their path within it.
fn sources() -> BTreeMap<PathBuf, String> {
    let root = root();
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = ["host", "sdk", "providers", "wit", "tests"].map(|folder| root.join(folder)).into();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.insert(path.strip_prefix(&root).unwrap().to_path_buf(), text);
            }
        }
    }
    assert!(found.len() > 30, "the sources are somewhere else");
    found
}
