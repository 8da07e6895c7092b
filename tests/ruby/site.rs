//! A directory with modules, a configuration and a state, and runs of the program with them.

use std::fs;
use std::process::{Command, Output};

use super::STORE;

/// The directory.
pub(super) struct Site {
    directory: tempfile::TempDir,
}

impl Site {
    /// Makes an empty directory.
    pub(super) fn empty() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs a command and returns its output.
    pub(super) fn output(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_marotte-under-test"))
            .args(arguments)
            .args([
                "--modulepath",
                &self.path("modules"),
                "--confdir",
                &self.path("conf"),
                "--vardir",
                &self.path("var"),
            ])
            .env(STORE.0, super::store_directory())
            .output()
            .unwrap()
    }

    /// Runs a command. Returns its exit code, and its standard output followed by its standard error.
    pub(super) fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let Output { status, stdout, stderr } = self.output(arguments);
        (status.code(), format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)))
    }
}
