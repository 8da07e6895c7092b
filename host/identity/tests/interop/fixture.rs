//! Recorded data and programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use identity::{PrivateKey, Request, X509Error};
use tempfile::TempDir;

/// Returns the path of recorded data.
pub(crate) fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
}

/// Returns recorded data.
pub(crate) fn text(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap()
}

pub(crate) fn key(name: &str) -> PrivateKey {
    PrivateKey::from_pem(&text(&format!("keys/{name}.pem"))).unwrap()
}

pub(crate) fn request(name: &str) -> Result<Request, X509Error> {
    Request::from_pem(&text(&format!("requests/{name}.pem")))
}

/// Copies the recorded directory of an authority.
pub(crate) fn authority() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for inner in ["", "signed", "requests"] {
        let target = directory.path().join(inner);
        fs::create_dir_all(&target).unwrap();
        for entry in fs::read_dir(path("ca").join(inner)).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), target.join(entry.file_name())).unwrap();
            }
        }
    }
    directory
}

/// Runs a program and returns whether it succeeded, and its output. `None` if it is not installed.
#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
pub(crate) fn run(program: &str, arguments: &[&str]) -> Option<(bool, String)> {
    let Ok(output) = Command::new(program).args(arguments).output() else {
        eprintln!("SKIPPED: '{program}' is not installed");
        return None;
    };
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
}
