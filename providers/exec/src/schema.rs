//! Schema of the type `exec` and its two providers.

#[marotte_sdk::package]
mod package {
    use crate::value::{
        Account, Commands, Creates, Cwd, Environment, ExitCodes, Line, SearchPath, Timeout, Tries, TrySleep, Umask,
    };

    /// Runs a command.
    ///
    /// A command runs in each run, unless one of its checks shows that this is not needed: `creates`,
    /// `unless` and `onlyif` inspect the system, and `refreshonly` waits for a change of another resource.
    /// Add at least one of them to every command that does harm, or takes long, when run twice. The checks
    /// also run in a dry run, so they must not change anything.
    ///
    /// **On a change elsewhere** (`notify`, `subscribe`, `~>`) the command runs, once more if it ran before, as long as the
    /// checks still say so. With `refresh`, that command runs then instead. With `refreshonly => true` nothing runs but for this.
    ///
    /// **Several alike**: the same command may be in several resources, as only titles need to be unique.
    ///
    /// **Relations by themselves**: the files that are `cwd`, the program, or what the checks begin with come before the
    /// command, and so does the user that it runs as, if they are managed.
    #[resource(
        name = "exec",
        features(umask = "The command can be run with a umask of its own."),
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
        docs = "Runs the program itself. Only a line with something for a shell in it (`|`, `>`, `*`, ...) goes through \
                `/bin/sh`, and its first word must still be a program. A list of texts is a program and its arguments, \
                which no shell ever sees."
    )]
    #[provider(
        name = "shell",
        by = crate::command::Runner,
        features("umask"),
        refresh,
        docs = "Passes each line to `/bin/sh -c`, so that it may begin with a word of the shell and needs neither a full \
                path nor a `path`. Mind how you quote."
    )]
    pub struct Exec {
        /// The command: a line, or a list of a program and its arguments. The program needs its full path, unless there is
        /// a `path` to look for it.
        #[parameter(namevar)]
        pub command: Line,

        /// The exit code, or the list of exit codes, that means success. The current value is `notrun` if the
        /// command has to run.
        #[property(default = ["0"], is = String)]
        pub returns: ExitCodes,

        /// The directories to look for programs in: a list, or one text with colons between them.
        #[parameter]
        pub path: Option<SearchPath>,

        /// The user to run as, by name or number. It takes root to be another one.
        #[parameter]
        pub user: Option<Account>,

        /// The group to run as, by name or number.
        #[parameter]
        pub group: Option<Account>,

        /// The directory to run in. It must be there.
        #[parameter]
        pub cwd: Option<Cwd>,

        /// Whether to log what the command wrote, one notice a line (at `loglevel`).
        #[parameter(default = "on_failure")]
        pub logoutput: LogOutput,

        /// A command to run instead when another resource has changed.
        #[parameter]
        pub refresh: Option<Line>,

        /// Variables to set, each as `NAME=value`: a text or a list of them. A `PATH` here wins over `path`. Sensitive
        /// settings stay unseen.
        #[parameter]
        pub environment: Option<Environment>,

        /// The permissions to withhold from files that the command makes, as a text of octal digits.
        #[parameter(features("umask"))]
        pub umask: Option<Umask>,

        /// The seconds that a command may take, each check and each try by itself. Then it is stopped, and has failed. 0
        /// means for ever.
        #[parameter(default = 300)]
        pub timeout: Timeout,

        /// How often to try until the exit code is a good one.
        #[parameter(default = 1)]
        pub tries: Tries,

        /// The seconds to wait between two tries.
        #[parameter(default = 0)]
        pub try_sleep: TrySleep,

        /// Run only because another resource has changed, never otherwise.
        #[parameter]
        pub refreshonly: Option<Switch>,

        /// Run only while this path does not exist; of a list, none of them. Nothing but the command itself makes it.
        #[parameter]
        pub creates: Option<Creates>,

        /// Run unless this command ends with 0. Of a list of commands, all must end otherwise. An element that is a list
        /// itself is a program and its arguments.
        #[parameter]
        pub unless: Option<Commands>,

        /// Run only if this command ends with 0. Of a list of commands, all must. An element that is a list itself is a
        /// program and its arguments.
        #[parameter]
        pub onlyif: Option<Commands>,
    }

    /// When output is logged.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum LogOutput {
        /// Always.
        True,
        /// Never.
        False,
        /// If the exit code is not one of the expected ones.
        OnFailure,
    }

    /// Yes or no.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
