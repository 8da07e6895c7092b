//! Preparation of commands: lookup of the program, environment, and whether a shell is needed. Commands from
//! manifests follow the rules of Puppet and therefore of Ruby. The environment consists of a fixed part and the
//! granted variables.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use launcher::{IsolatedSystem, Launch, Output, Protections, Sandbox, SandboxSpec};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::config::{ComponentLimits, NoopGuards, RootCommands, RuntimeConfig};
use crate::error;
use crate::grants::{ResolvedGrants, VariableOwner};

/// Default search path of programs.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Variables of this process's environment passed to every command of a component, in addition to PATH and the
/// locale.
const PASSED: [&str; 3] = ["TZ", "TMPDIR", "HOME"];

/// Variables that Puppet removes from the environment of commands.
const PERSONAL: [&str; 3] = ["HOME", "USER", "LOGNAME"];

/// Settings and state for running commands on this system.
pub(crate) struct Commands {
    pub(crate) environment: Vec<(OsString, OsString)>,
    pub(crate) guards: NoopGuards,
    pub(crate) root_commands: RootCommands,
    /// Namespaces in which all commands are run.
    pub(crate) isolation: Option<Arc<IsolatedSystem>>,
    /// The root, if it is not `/`.
    pub(crate) root: Option<PathBuf>,
    /// Whether a command was refused because it would change this system instead of the root.
    pub(crate) has_refused_in_root: bool,
    /// Identifier of the run, for the name of the directory that queries may write to.
    pub(crate) run: String,
    limits: ComponentLimits,
    /// Mechanisms of the kernel for restricting queries, determined before the first query.
    protections: Option<Protections>,
    /// Thread that determines the mechanisms.
    detection: Option<JoinHandle<Protections>>,
    /// Number of sandboxes created, for the names of their temporary directories.
    sandboxes: u32,
    /// Total duration of commands.
    total_time: Duration,
    warned: bool,
}

impl Commands {
    /// Creates the state from a configuration.
    pub(crate) fn new(config: &RuntimeConfig, root: Option<PathBuf>, run: String) -> Self {
        Self {
            environment: config.environment.clone(),
            guards: config.guards,
            root_commands: config.root_commands,
            isolation: config.isolation.clone(),
            root,
            has_refused_in_root: false,
            run,
            limits: config.limits.clone(),
            protections: None,
            detection: None,
            sandboxes: 0,
            total_time: Duration::ZERO,
            warned: false,
        }
    }

    /// Returns the limits of components.
    pub(crate) fn limits(&self) -> &ComponentLimits {
        &self.limits
    }

    /// Returns the total duration of commands so far.
    pub(crate) fn total_time(&self) -> Duration {
        self.total_time
    }

    /// Calls a function and adds its duration to that of commands.
    pub(crate) fn wait<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        let begun = Instant::now();
        let outcome = run(self);
        self.total_time += begun.elapsed();
        outcome
    }

    /// Runs queries in parallel, either in a sandbox or without restrictions.
    pub(crate) fn run_queries(
        &mut self,
        mut queries: Vec<Launch>,
        spec: Option<&SandboxSpec>,
    ) -> Vec<Result<Output, Error>> {
        let Some(spec) = spec else {
            return queries.iter().map(|query| query.run().map_err(|failed| not_run(&failed))).collect();
        };
        let sandbox = match self.sandbox(spec) {
            Ok(sandbox) => Arc::new(sandbox),
            Err(refused) => return queries.iter().map(|_| Err(refused.clone())).collect(),
        };
        for query in &mut queries {
            set(&mut query.environment, "TMPDIR", sandbox.scratch());
        }
        sandbox.run(queries).into_iter().map(|output| output.map_err(|failed| not_run(&failed))).collect()
    }

    /// Starts determining the kernel mechanisms for restricting queries on a background thread, since creating
    /// namespaces is slow.
    pub(crate) fn prepare_queries(&mut self) {
        if self.protections.is_none() && self.detection.is_none() {
            let thread = thread::Builder::new().name("query namespaces".to_owned());
            // If no thread can be created, the first query determines them.
            self.detection = thread.spawn(Protections::detect).ok();
        }
    }

    /// Returns the kernel mechanisms for restricting queries.
    pub(crate) fn protections(&mut self) -> &Protections {
        let detected = self.detection.take().and_then(|thread| thread.join().ok());
        self.protections.get_or_insert_with(|| detected.unwrap_or_else(Protections::detect))
    }

    /// Returns the kernel mechanisms for restricting queries if there was a query.
    pub(crate) fn protections_used(&self) -> Option<&Protections> {
        self.protections.as_ref()
    }

    fn sandbox(&mut self, spec: &SandboxSpec) -> Result<Sandbox, Error> {
        let temporary = variable(&self.environment, "TMPDIR").map_or_else(|| "/tmp".into(), PathBuf::from);
        self.sandboxes += 1;
        let name = format!("marotte-{}-{}", self.run, self.sandboxes);
        let require_all = self.guards != NoopGuards::Free;
        Sandbox::new(spec, self.protections(), &temporary, &name, require_all).map_err(|refused| {
            let hint = "; the setting noop_guards = free runs queries with the available protections";
            let hint = if matches!(refused, launcher::SandboxError::Missing(_)) { hint } else { "" };
            error::error(Code::Refused, format!("The query is not run: {refused}{hint}"))
        })
    }

    /// Returns a warning that commands run on this system although another root is set; `None` after the first
    /// call.
    pub(crate) fn root_warning(&mut self) -> Option<String> {
        let root = self.root.as_ref()?;
        if std::mem::replace(&mut self.warned, true) {
            return None;
        }
        let root = root.display();
        Some(format!("Commands run on this system, not within {root}: --root only affects files"))
    }

    /// Returns the search path of programs.
    pub(crate) fn path(&self) -> OsString {
        variable(&self.environment, "PATH").unwrap_or(PATH.as_ref()).to_owned()
    }

    /// Returns the environment variables that a component itself may read, as far as they are UTF-8.
    pub(crate) fn own_environment(&self, grants: &ResolvedGrants) -> Vec<(String, String)> {
        let text = |(name, value): &(OsString, OsString)| Some((name.to_str()?.to_owned(), value.to_str()?.to_owned()));
        let granted =
            self.environment.iter().filter(|(name, _)| grants.cover_variable(VariableOwner::Own, name.as_bytes()));
        granted.filter_map(text).collect()
    }

    /// Returns the environment of a command of the component.
    pub(crate) fn named_environment(&self, grants: &ResolvedGrants, command: &str) -> Vec<(OsString, OsString)> {
        let is_passed = |name: &OsStr| {
            PASSED.iter().any(|passed| name == *passed)
                || grants.cover_variable(VariableOwner::Named(command), name.as_bytes())
        };
        let mut environment: Vec<(OsString, OsString)> =
            self.environment.iter().filter(|(name, _)| is_passed(name)).cloned().collect();
        set(&mut environment, "PATH", self.path());
        for name in ["LANG", "LC_ALL"] {
            if !grants.cover_variable(VariableOwner::Named(command), name.as_bytes()) {
                set(&mut environment, name, "C");
            }
        }
        self.with_root(environment)
    }

    /// Returns the environment of a command from a manifest.
    pub(crate) fn given_environment(&self, grants: &ResolvedGrants) -> Vec<(OsString, OsString)> {
        let is_passed = |name: &OsStr| {
            name == "PATH"
                || grants.cover_variable(VariableOwner::Given, name.as_bytes())
                    && !PERSONAL.iter().any(|known| name == *known)
        };
        let mut environment: Vec<(OsString, OsString)> =
            self.environment.iter().filter(|(name, _)| is_passed(name)).cloned().collect();
        if variable(&environment, "PATH").is_none() {
            set(&mut environment, "PATH", PATH);
        }
        self.with_root(environment)
    }

    fn with_root(&self, mut environment: Vec<(OsString, OsString)>) -> Vec<(OsString, OsString)> {
        if self.isolation.is_some() {
            let is_here = |name: &OsStr| name == "HOME" || name == "TMPDIR";
            environment.retain(|(name, _)| !is_here(name));
            set(&mut environment, "HOME", "/root");
        } else if let Some(root) = &self.root {
            set(&mut environment, "MAROTTE_ROOT", root);
        }
        environment
    }
}

/// Sets a variable.
pub(crate) fn set(environment: &mut Vec<(OsString, OsString)>, name: &str, value: impl AsRef<OsStr>) {
    environment.retain(|(known, _)| known != name);
    environment.push((name.into(), value.as_ref().to_owned()));
}

/// Looks up a variable.
pub(crate) fn variable<'a>(environment: &'a [(OsString, OsString)], name: &str) -> Option<&'a OsStr> {
    environment.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_os_str())
}

/// Finds the file of a program.
pub(crate) fn find(program: &str, path: Option<&OsStr>) -> Option<PathBuf> {
    launcher::find_program(program.as_ref(), path)
}

fn not_run(failed: &std::io::Error) -> Error {
    error::io("run", "the command", failed)
}

/// A command from a manifest: one line, or a list of program and arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CommandText {
    Line(String),
    List(Vec<String>),
}

impl CommandText {
    /// Replaces a string in every word.
    pub(crate) fn replace(&mut self, from: &str, to: &str) {
        match self {
            Self::Line(line) => *line = line.replace(from, to),
            Self::List(words) => words.iter_mut().for_each(|word| *word = word.replace(from, to)),
        }
    }

    /// Returns the program that Puppet checks before it runs a command: the first word, or a quoted string at the
    /// beginning.
    pub(crate) fn program(&self) -> &str {
        match self {
            Self::List(words) => words.first().map_or("", String::as_str),
            Self::Line(line) => ['"', '\'']
                .into_iter()
                .find_map(|quote| line.strip_prefix(quote)?.split_once(quote).map(|(word, _)| word))
                .filter(|word| !word.is_empty())
                .unwrap_or_else(|| line.split(' ').next().unwrap_or(line)),
        }
    }

    /// Returns the words to execute. A line is passed to a shell if it needs one or if `shell` is set; a list with
    /// a single word is treated as a line.
    pub(crate) fn words(self, shell: bool) -> Vec<String> {
        let shelled = |rest: Vec<String>| ["/bin/sh".to_owned(), "-c".to_owned()].into_iter().chain(rest).collect();
        match self {
            Self::Line(line) if shell => shelled(vec![line]),
            Self::List(words) if shell => shelled(words),
            Self::List(mut words) if words.len() == 1 => Self::Line(words.remove(0)).words(false),
            Self::List(words) => words,
            Self::Line(line) if needs_shell(&line) => shelled(vec![line]),
            Self::Line(line) => line.split([' ', '\t']).filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        }
    }
}

/// Shell keywords and builtins that are not programs.
const BUILTINS: [&str; 29] = [
    "!", ".", ":", "break", "case", "continue", "do", "done", "elif", "else", "esac", "eval", "exec", "exit", "export",
    "fi", "for", "if", "in", "readonly", "return", "set", "shift", "then", "times", "trap", "unset", "until", "while",
];

/// Returns whether a line needs a shell. As in Ruby, this is the case for shell metacharacters, an assignment
/// before the program, and shell keywords or builtins.
fn needs_shell(line: &str) -> bool {
    if line.contains([
        '*', '?', '{', '}', '[', ']', '<', '>', '(', ')', '~', '&', '|', '\\', '$', ';', '\'', '`', '"', '\n', '#',
    ]) {
        return true;
    }
    let first = line.trim_start_matches([' ', '\t']).split([' ', '\t']).next().unwrap_or_default();
    let until_slash = first.split('/').next().unwrap_or_default();
    until_slash.contains('=') || BUILTINS.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        CommandText::Line(line.into()).words(false)
    }

    #[test]
    fn line_is_passed_to_a_shell_only_for_shell_syntax() {
        assert_eq!(words("/bin/echo a  b\tc"), ["/bin/echo", "a", "b", "c"]);
        for line in ["echo $HOME", "a && b", "echo 'x'", "X=1 env", "exit 1", "a; b", ": x", "echo \"a b\""] {
            assert_eq!(words(line), ["/bin/sh", "-c", line], "{line}");
        }
        assert_eq!(words("/bin/x --a=b"), ["/bin/x", "--a=b"]);
        assert_eq!(words("/a=b/c d"), ["/a=b/c", "d"]);
    }

    #[test]
    fn list_is_executed_without_a_shell() {
        let list = CommandText::List(vec!["/bin/echo".into(), "$HOME".into()]);
        assert_eq!(list.clone().words(false), ["/bin/echo", "$HOME"]);
        assert_eq!(list.words(true), ["/bin/sh", "-c", "/bin/echo", "$HOME"]);
        // Ruby's `exec` treats a single string as a line.
        assert_eq!(CommandText::List(vec!["/bin/echo a".into()]).words(false), ["/bin/echo", "a"]);
    }

    #[test]
    fn program_of_a_line_is_puppets() {
        for (line, program) in [("ls -l", "ls"), ("\"/a b/c\" d", "/a b/c"), ("'/a b' c", "/a b"), ("cd /x && y", "cd")]
        {
            assert_eq!(CommandText::Line(line.into()).program(), program);
        }
    }

    #[test]
    fn programs_are_found_in_the_given_path() {
        assert!(find("sh", Some("/nowhere:/bin".as_ref())).is_some());
        assert!(find("sh", Some("/nowhere".as_ref())).is_none());
        assert!(find("/etc/passwd", None).is_none(), "it is not executable");
    }
}
