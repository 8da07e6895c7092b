//! The hostile program (hostile.c): compiled once, and run in guards of dry runs or as the parent of a run.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::LazyLock;

use marotte_tests::{Outcome, Scratch};
use sha2::{Digest as _, Sha256};

/// Returns the path of the hostile program, compiling it on first use.
pub(super) fn program() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(compile);
    &PROGRAM
}

/// Compiles the hostile program unless it was compiled from the same source before, and returns its path.
fn compile() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks/hostile.c");
    let text = fs::read(&source).expect("the source of the hostile program");
    let mut name = "hostile-".to_owned();
    for byte in &Sha256::digest(text)[..8] {
        write!(name, "{byte:02x}").expect("writing to a string cannot fail");
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if !path.exists() {
        // Several test processes may compile it at the same time.
        let own = path.with_extension(process::id().to_string());
        let status = Command::new("cc").arg("-O1").arg("-o").arg(&own).arg(&source).status().expect("a C compiler");
        assert!(status.success(), "the hostile program does not compile");
        fs::rename(&own, &path).expect("the directory for temporary files of the build");
    }
    path
}

/// Returns the arguments of a dry run with debug messages in which a guard attempts an operation.
fn dry_run_arguments(scratch: &Scratch, operation: &[&str]) -> Vec<std::ffi::OsString> {
    let quoted = |word: &str| format!("'{}'", word.replace('\\', "\\\\").replace('\'', "\\'"));
    let program = program().display().to_string();
    let words: Vec<String> = [program.as_str()].iter().chain(operation).map(|word| quoted(word)).collect();
    let code = format!("exec {{ 'x': command => '/bin/true', unless => [[{}]] }}", words.join(", "));
    let manifest = scratch.file("site.pp", code);
    scratch.apply_arguments(&manifest, &["--noop", "--debug"])
}

/// Attempts an operation in a guard of a dry run.
pub(super) fn dry_run(scratch: &Scratch, operation: &[&str]) -> Outcome {
    scratch.run(&dry_run_arguments(scratch, operation))
}

/// Attempts an operation in a guard of a dry run started by the hostile program, on a terminal or with fewer kernel
/// features.
pub(super) fn dry_run_under(scratch: &Scratch, form: &[&str], operation: &[&str]) -> Outcome {
    run_under(scratch, form, &dry_run_arguments(scratch, operation))
}

/// Runs the program as a child of the hostile program.
pub(super) fn run_under<A: AsRef<OsStr>>(scratch: &Scratch, form: &[&str], arguments: &[A]) -> Outcome {
    let mut command = Command::new(program());
    command.args(form).arg(env!("CARGO_BIN_EXE_marotte-under-test")).args(arguments);
    command.env("HOME", scratch.path("")).env("NO_COLOR", "1").stdin(Stdio::null());
    Outcome::new(&command.output().expect("the hostile program"))
}

/// Checks that a guard has attempted an operation and that the kernel refused it.
#[track_caller]
pub(super) fn assert_refused(outcome: &Outcome, operation: &str) {
    let output = &outcome.stdout;
    assert!(
        output.contains(&format!("{operation}: ")),
        "the guard did not attempt '{operation}':\n{output}{}",
        outcome.stderr
    );
    assert!(!output.contains(&format!("{operation}: done")), "'{operation}' succeeded:\n{output}");
}

/// Returns whether this kernel supports Landlock and seccomp. Prints a line if a test is skipped because of missing
/// support.
#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
pub(super) fn is_restricting() -> bool {
    let tried = |form: &[&str], operation: &[&str]| {
        let mut command = Command::new(program());
        let output = command.args(form).args(operation).output().expect("the hostile program");
        output.status.success()
    };
    let is_landlock_there = tried(&[], &["landlock"]);
    // This command itself installs a seccomp filter.
    let hostile = program().display().to_string();
    let is_seccomp_there = tried(&["without", "landlock", "--", &hostile], &["status"]);
    if !is_landlock_there || !is_seccomp_there {
        eprintln!("SKIPPED: this kernel has no Landlock or no seccomp");
    }
    is_landlock_there && is_seccomp_there
}
