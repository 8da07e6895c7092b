//! Working directory of a scenario: a root, a copy of the scenario's directory with substituted paths, and a `puppet`
//! command that calls the program with the scenario's state, configuration and facts.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use super::scenario::{Scenario, Step};

/// Node name of the recorded scenarios.
pub(super) const NODE: &str = "node1.example.com";

/// Directory of Debian's module packages, which appears in some scenarios.
const MODULES: &str = "/usr/share/puppet/modules";

/// Script that runs the command lines recorded with real Puppet. Subcommands that compile get the recorded facts. A
/// scenario about files with fixed paths, such as /etc/hosts, has its own copies in the directory `machine`.
const SHIM: &str = r#"#!/bin/sh
case "$1" in
  apply) shift; set -- apply ${MACHINE:+--root "$MACHINE"} --facts "$STAGE/facts.yaml" --certname "$NODE" "$@" ;;
  catalog) if [ "$2" = compile ]; then shift 2; set -- catalog compile --facts "$STAGE/facts.yaml" "$@"; fi ;;
esac
exec "$PROGRAM" "$@"
"#;

/// Number of stages that were set up.
static STAGES: AtomicUsize = AtomicUsize::new(0);

/// Working directory of a scenario.
pub(super) struct Stage {
    directory: TempDir,
    program: PathBuf,
}

/// Result of a step.
pub(super) struct Outcome {
    pub(super) exit: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The run report, if the step wrote one.
    pub(super) report: Option<String>,
}

impl Stage {
    pub(super) fn set_up(scenario: &Scenario, program: &Path) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", scenario.name);
        // In lower case, like titles in lists of resources.
        let number = STAGES.fetch_add(1, Ordering::Relaxed);
        let name = format!("replay-{}-{number}", std::process::id());
        let directory = tempfile::Builder::new().prefix(&name).rand_bytes(0).tempdir().map_err(fault)?;
        let program = program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
        let stage = Self { directory, program };
        for name in ["bin", "conf", "case", "root/modules"] {
            fs::create_dir_all(stage.path(name)).map_err(fault)?;
        }
        for name in ["", "root", "root/modules"] {
            fs::set_permissions(stage.path(name), fs::Permissions::from_mode(0o755)).map_err(fault)?;
        }
        crate::programs::provide(&stage.path("bin")).map_err(fault)?;
        let shim = stage.path("bin/puppet");
        fs::write(&shim, SHIM).map_err(fault)?;
        fs::set_permissions(&shim, fs::Permissions::from_mode(0o755)).map_err(fault)?;
        let facts = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/default-facts.yaml");
        fs::copy(facts, stage.path("facts.yaml")).map_err(fault)?;
        fs::write(
            stage.path("conf/marotte.conf"),
            format!("[main]\nstatedir = $vardir/state\nlastrunreport = {}\n", stage.report().display()),
        )
        .map_err(fault)?;
        stage.copy(&scenario.directory.join("manifest.pp"), &stage.path("case/manifest.pp")).map_err(fault)?;
        let machine = scenario.directory.join("machine");
        if machine.is_dir() {
            fs::create_dir_all(stage.path("machine")).map_err(fault)?;
            stage.copy(&machine, &stage.path("machine")).map_err(fault)?;
        }
        let modules = scenario.directory.join("modules");
        if modules.is_dir() {
            stage.copy(&modules, &stage.path("root/modules")).map_err(fault)?;
        }
        Ok(stage)
    }

    /// Returns the root managed by the scenario.
    pub(super) fn root(&self) -> PathBuf {
        self.path("root")
    }

    /// Returns the scenario's own directory.
    pub(super) fn case(&self) -> PathBuf {
        self.path("case")
    }

    /// Runs a step in a shell.
    pub(super) fn run(&self, step: &Step) -> Result<Outcome, String> {
        let fault = |error: std::io::Error| format!("step {}: {error}", step.number);
        // Puppet needs more than a second for a step, so files modified between steps have different times in
        // seconds.
        if step.number > 1 && step.command.contains(';') {
            std::thread::sleep(Duration::from_secs(1));
        }
        // Reports of earlier steps do not belong to this step.
        let _ = fs::remove_file(self.report());
        let search = self.path("bin").display().to_string();
        let output = Command::new("/bin/sh")
            .args(["-c", &format!("umask 022\n{}", step.command)])
            .current_dir(self.case())
            .stdin(Stdio::null())
            .env_clear()
            .envs([("PATH", search.as_str()), ("LANG", "C.UTF-8"), ("TZ", "UTC"), ("NO_COLOR", "1"), ("NODE", NODE)])
            .envs([("STAGE", self.path("")), ("ROOT", self.root()), ("CASE", self.case()), ("HOME", self.path(""))])
            .envs([("PROGRAM", self.program.clone()), ("MODULES", MODULES.into()), ("MAROTTE_CACHE", crate::cache())])
            .envs([("MAROTTE_CONFDIR", self.path("conf")), ("MAROTTE_VARDIR", self.path("root/.puppet/var"))])
            .envs(self.path("machine").is_dir().then(|| ("MACHINE", self.path("machine"))))
            .env("MAROTTE_MODULEPATH", self.module_path())
            .output()
            .map_err(fault)?;
        Ok(Outcome {
            exit: output.status.code().unwrap_or(-1),
            stdout: without_marks(&String::from_utf8_lossy(&output.stdout)),
            stderr: without_marks(&String::from_utf8_lossy(&output.stderr)),
            report: fs::read_to_string(self.report()).ok(),
        })
    }

    /// Returns the objects below the root in the recorded form: path, kind, mode, owner, size and link target.
    pub(super) fn tree(&self) -> Result<String, String> {
        let output = Command::new("find")
            .args([".", "-path", "./.puppet", "-prune", "-o", "-printf", r"%P %y %m %u:%g %s %l\n"])
            .current_dir(self.root())
            .output()
            .map_err(|error| format!("find: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        Ok(lines.join("\n"))
    }

    /// Returns the relative paths of the files that contain the root's path. Their size depends on its length.
    pub(super) fn naming_files(&self) -> Result<Vec<String>, String> {
        let root = self.root();
        let output = Command::new("grep")
            .args(["-rlF", "--exclude-dir=.puppet", &root.to_string_lossy(), "."])
            .current_dir(&root)
            .output()
            .map_err(|error| format!("grep: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().map(|line| line.trim_start_matches("./").to_owned()).collect())
    }

    /// Returns the directories of modules that exist: the program warns about others, and few systems have Debian's packages.
    fn module_path(&self) -> OsString {
        let directories = [self.path("root/modules"), MODULES.into()];
        env::join_paths(directories.iter().filter(|directory| directory.is_dir())).expect("paths without a colon")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn report(&self) -> PathBuf {
        self.path("last_run_report.yaml")
    }

    /// Copies a file or directory, replacing `$ROOT`, `$CASE` and `$MODULES` in its texts.
    fn copy(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        if from.is_dir() {
            fs::create_dir_all(to)?;
            fs::set_permissions(to, fs::Permissions::from_mode(0o755))?;
            for entry in fs::read_dir(from)? {
                let entry = entry?;
                self.copy(&entry.path(), &to.join(entry.file_name()))?;
            }
            return Ok(());
        }
        let bytes = fs::read(from)?;
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => self.filled_in(&text).into_bytes(),
            Err(error) => error.into_bytes(),
        };
        fs::write(to, bytes)?;
        fs::set_permissions(to, fs::Permissions::from_mode(0o644))
    }

    fn filled_in(&self, text: &str) -> String {
        let text = text.replace("$ROOT", &self.root().to_string_lossy());
        text.replace("$CASE", &self.case().to_string_lossy()).replace("$MODULES", MODULES)
    }
}

/// Removes the prefixes of continuation lines, which Puppet does not write.
fn without_marks(text: &str) -> String {
    let plain = |line: &str| match line.strip_prefix("    |") {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest).to_owned(),
        None => line.to_owned(),
    };
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}
