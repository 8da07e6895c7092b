//! Checks of the source tree: dependencies between crates against host/docs/architecture.md, file headers, file
//! sizes, `unsafe` code, and code that starts processes or changes files.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

mod tidy {
    mod sensitive;
    mod vocabulary;

    use super::{root, sources};
}

/// Crates that must not depend on wasmtime.
const WITHOUT_WASMTIME: &[&str] = &[
    "syntax",
    "datatype",
    "catalog",
    "ruby",
    "erb",
    "value",
    "hiera",
    "compiler",
    "transaction",
    "registry",
    "puppet",
    "fleet",
];

/// Maximum number of lines of a file, without inline tests.
const CEILING: usize = 800;

/// Longer files with lists, one entry for each of many types.
const LISTS: &[&str] = &["providers/config/src/schema.rs"];

/// Files with expected `unsafe` code. The reasons are given in the files.
const UNSAFE: &[&str] = &[
    "sdk/src/allocator.rs",
    "sdk/src/bindings.rs",
    "host/ruby-vm/component/src/bindings.rs",
    "tests/components/malformed/src/bindings.rs",
    "host/ruby-vm/src/lib.rs",
    "host/runtime/src/component.rs",
    "host/runtime/src/journal/writers.rs",
    "host/runtime/src/source.rs",
    "host/engine/src/allocator.rs",
    "host/engine/src/components.rs",
    "host/engine/src/ruby.rs",
    "host/server/src/systemd.rs",
    "host/cli/src/lib.rs",
    "host/launcher/src/child.rs",
    "host/launcher/src/files.rs",
    "host/launcher/src/isolation/kernel.rs",
    "host/launcher/src/own_process.rs",
    "host/launcher/src/protections.rs",
    "host/launcher/tests/sandbox.rs",
    "tests/src/bin/marotte.rs",
];

/// Files that start processes without the launcher: build scripts, tests, and the SDK's transcript recorder, which
/// runs in the tests of a provider.
const STARTS_PROCESSES: &[&str] = &[
    "host/cli/build.rs",
    "host/engine/build/component.rs",
    "host/engine/src/repository/tests.rs",
    "host/runtime/tests/support/fixture.rs",
    "sdk/src/fake/transcript.rs",
];

/// Files of the runtime that change files: the writer with its modules, and the state directory, which is not
/// part of the managed system.
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
    "host/runtime/src/secret_paths.rs",
    "host/runtime/src/system/bucket.rs",
];

/// Reads the crate table of the architecture page: the allowed dependencies of each crate.
fn crate_table() -> BTreeMap<String, Vec<String>> {
    let page = fs::read_to_string(root().join("host/docs/architecture.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `marotte-")?.strip_suffix(" |"));
    let row = |row: &str| {
        let (name, _) = row.split_once('`').unwrap();
        let (_, dependencies) = row.rsplit_once(" | ").unwrap();
        let dependencies = dependencies.split(", ").filter(|name| *name != "–");
        (format!("marotte-{name}"), dependencies.map(|name| format!("marotte-{name}")).collect())
    };
    rows.map(row).collect()
}

#[test]
fn crate_dependencies_are_those_of_the_architecture_page() {
    let table = crate_table();
    let (mut wrong, mut known) = (Vec::new(), Vec::new());
    for package in metadata()["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        if name == "marotte-tests" {
            continue;
        }
        known.push(name.to_owned());
        let of_providers = ["marotte-sdk".to_owned()];
        let allowed = match table.get(name) {
            Some(allowed) => allowed.as_slice(),
            None if name.starts_with("marotte-provider-") => &of_providers[..],
            None => {
                wrong.push(format!("{name} is not in the table"));
                continue;
            }
        };
        let used = package["dependencies"].as_array().unwrap().iter();
        let used: Vec<&str> = used.map(|one| one["name"].as_str().unwrap()).collect();
        wrong.extend(
            used.iter()
                .filter(|other| other.starts_with("marotte-") && !allowed.iter().any(|one| one == *other))
                .map(|other| format!("{name} depends on {other}")),
        );
        if table.contains_key(name) {
            let unused = allowed.iter().filter(|one| !used.contains(&one.as_str()));
            wrong.extend(unused.map(|other| format!("{name} does not depend on {other}")));
        }
    }
    wrong.extend(table.keys().filter(|name| !known.contains(name)).map(|name| format!("crate {name} does not exist")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn language_and_transaction_do_not_depend_on_wasmtime() {
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
fn files_begin_with_a_description() {
    let found: Vec<_> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    assert!(found.is_empty(), "these files do not begin with //!: {found:#?}");
}

#[test]
fn files_are_within_the_size_limit() {
    let lines = |text: &str| text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
    let long: Vec<_> = sources()
        .into_iter()
        .map(|(path, text)| (path, lines(&text)))
        .filter(|(path, lines)| *lines > CEILING && !LISTS.iter().any(|list| path == Path::new(list)))
        .collect();
    assert!(long.is_empty(), "longer than {CEILING} lines: {long:#?}");
}

#[test]
fn command_modules_are_short() {
    let lines = |text: &str| text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
    let long: Vec<_> = sources()
        .into_iter()
        .filter(|(path, _)| path.starts_with("host/cli/src/command"))
        .map(|(path, text)| (path, lines(&text)))
        .filter(|(_, lines)| *lines > 100)
        .collect();
    assert!(long.is_empty(), "longer than 100 lines; move logic to a library: {long:#?}");
}

#[test]
fn unsafe_code_is_only_in_listed_files() {
    let places: Vec<_> = sources()
        .into_iter()
        .filter(|(path, text)| path != Path::new("tests/tidy.rs") && text.contains("unsafe_code"))
        .map(|(path, _)| path)
        .filter(|path| !UNSAFE.iter().any(|known| path == Path::new(known)))
        .collect();
    assert!(places.is_empty(), "unsafe code in {places:?}");
}

#[test]
fn server_reads_the_key_of_the_authority_only_in_the_signing_process() {
    let reads = |text: &str| text.contains("Authority::open(") || text.contains("ca_key.pem");
    let own = |path: &Path| path.starts_with("host/server/src") && path != Path::new("host/server/src/signer.rs");
    let without_tests = |text: &str| text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
    let found: Vec<_> = sources()
        .into_iter()
        .filter(|(path, text)| own(path) && reads(&without_tests(text)))
        .map(|(path, _)| path)
        .collect();
    assert!(found.is_empty(), "the key of the authority is read in {found:?}");
}

#[test]
fn processes_are_started_only_by_the_launcher() {
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
fn files_are_changed_only_by_the_writer() {
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
fn sources_contain_no_todo_markers() {
    // Concatenated so that this file does not contain the words itself.
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

/// Returns the contents of all Rust files of the project by relative path.
fn sources() -> BTreeMap<PathBuf, String> {
    let root = root();
    let mut found = BTreeMap::new();
    let mut directories: Vec<PathBuf> =
        ["host", "sdk", "providers", "wit", "tests"].map(|directory| root.join(directory)).into();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.insert(path.strip_prefix(&root).unwrap().to_path_buf(), text);
            }
        }
    }
    assert!(found.len() > 30, "too few source files were found");
    found
}
