//! Schema of the type `exec` and its two providers.

#[marotte_sdk::package]
mod package {
    use crate::value::{
        Account, Commands, Creates, Cwd, Environment, ExitCodes, Line, SearchPath, Timeout, Tries, TrySleep, Umask,
    };

    /// Executes a command.
    ///
    /// The command is executed in every run unless a check shows that it is not needed: `creates`, `unless` and
    /// `onlyif` inspect the system, and `refreshonly` waits for a change of another resource. Every command that is
    /// expensive or harmful when repeated should have at least one check. Checks are also executed in a noop run, so
    /// they must not change anything.
    ///
    /// **On refresh** (`notify`, `subscribe`, `~>`), the command is executed again if the checks still allow it, or the
    /// command in `refresh` if there is one. With `refreshonly => true`, the command is executed only on refresh.
    ///
    /// **Duplicates:** several resources can contain the same command; only titles must be unique.
    ///
    /// **Autorequires:** the working directory, the program, the files at the beginning of the checks, and the user
    /// that runs the command, if they are managed.
    #[resource(
        name = "exec",
        features(umask = "Commands can be executed with a specific umask."),
        duplicates,
        canonicalize,
        relate,
        example = "exec { 'mark the release':\n  command => 'touch RELEASE',\n  path    => ['/usr/bin', '/bin'],\n  \
                   cwd     => '/srv',\n  creates => '/srv/RELEASE',\n}",
        example = "file { '/etc/motd':\n  content => \"Welcome\\n\",\n}\n~> exec { 'announce it':\n  command     => \
                   '/bin/true',\n  refreshonly => true,\n}"
    )]
    #[provider(
        name = "posix",
        by = crate::command::Runner,
        features("umask"),
        default_for(),
        refresh,
        docs = "Executes the program directly. Only a line with shell syntax (`|`, `>`, `*`, ...) is passed to \
                `/bin/sh`, and its first word must still be a program. A list contains a program and its arguments, \
                and is never passed to a shell."
    )]
    #[provider(
        name = "shell",
        by = crate::command::Runner,
        features("umask"),
        refresh,
        docs = "Passes each line to `/bin/sh -c`, so that it can begin with a shell builtin and requires neither a \
                full path nor a `path`. Quote arguments carefully."
    )]
    pub struct Exec {
        /// The command: a line, or a list of a program and its arguments. The program must be given by its full path
        /// unless `path` is set.
        #[parameter(namevar)]
        pub command: Line,

        /// The expected exit code, or a list of them. The current value is `notrun` if the command has to be executed.
        #[property(default = ["0"], is = String, event = "executed_command")]
        pub returns: ExitCodes,

        /// The search path for programs: a list of directories, or a text separated by colons.
        #[parameter]
        pub path: Option<SearchPath>,

        /// The user to run the command as, by name or id. Only root can run commands as another user.
        #[parameter]
        pub user: Option<Account>,

        /// The group to run the command as, by name or id.
        #[parameter]
        pub group: Option<Account>,

        /// The working directory. It must exist.
        #[parameter]
        pub cwd: Option<Cwd>,

        /// Whether to log the output of the command, one message per line at the level `loglevel`.
        #[parameter(default = "on_failure")]
        pub logoutput: LogOutput,

        /// The command to execute on refresh, instead of `command`.
        #[parameter]
        pub refresh: Option<Line>,

        /// Environment variables to set, each as `NAME=value`: a text or a list. A `PATH` set here takes precedence
        /// over `path`. Sensitive settings are not exposed to the provider.
        #[parameter]
        pub environment: Option<Environment>,

        /// The umask of the command, as a text of octal digits.
        #[parameter(features("umask"))]
        pub umask: Option<Umask>,

        /// The maximum time in seconds for the command, for each check and for each try. A command that takes longer is
        /// stopped and has failed. 0 disables the limit.
        #[parameter(default = 300)]
        pub timeout: Timeout,

        /// The maximum number of times to try the command until it succeeds.
        #[parameter(default = 1)]
        pub tries: Tries,

        /// The time in seconds to sleep between tries.
        #[parameter(default = 0)]
        pub try_sleep: TrySleep,

        /// Execute the command only on refresh.
        #[parameter]
        pub refreshonly: Option<Switch>,

        /// Execute the command only if this path does not exist; with a list, only if none of the paths exists.
        #[parameter]
        pub creates: Option<Creates>,

        /// Execute the command only if this command exits with a nonzero code. With a list of commands, all of them
        /// must. A nested list is a program and its arguments.
        #[parameter]
        pub unless: Option<Commands>,

        /// Execute the command only if this command exits with 0. With a list of commands, all of them must. A nested
        /// list is a program and its arguments.
        #[parameter]
        pub onlyif: Option<Commands>,
    }

    /// When to log output.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum LogOutput {
        /// Always.
        True,
        /// Never.
        False,
        /// Only if the exit code is not an expected one.
        OnFailure,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
