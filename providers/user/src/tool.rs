//! Programs that change users: their arguments, and Puppet's messages for failures. There are two families:
//! `useradd`, and libuser, which changes only the local files.

use marotte_sdk::prelude::*;

use crate::User;

/// Configures libuser to create users in the local files, regardless of the system's configuration.
const LIBUSER_CONF: &str = "\
[import]
login_defs = /etc/login.defs
default_useradd = /etc/default/useradd
[defaults]
modules = files shadow
create_modules = files shadow
[userdefaults]
LU_USERNAME = %n
LU_GIDNUMBER = %u
[groupdefaults]
LU_GROUPNAME = %n
";

/// The purpose of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Creates users.
    Add,
    /// Changes users.
    Modify,
    /// Removes users.
    Delete,
    /// Sets the password aging limits.
    Age,
}

impl Tool {
    fn program(self, is_local: bool) -> &'static str {
        match (self, is_local) {
            (Self::Add, false) => "useradd",
            (Self::Add, true) => "luseradd",
            (Self::Modify, false) => "usermod",
            (Self::Modify, true) => "lusermod",
            (Self::Delete, false) => "userdel",
            (Self::Delete, true) => "luserdel",
            (Self::Age, false) => "chage",
            (Self::Age, true) => "lchage",
        }
    }

    /// Runs the program of the family selected by `forcelocal` with these options, followed by the name of
    /// the user.
    ///
    /// # Errors
    /// Returns an error with the output of the program if the program fails.
    pub(crate) fn run(self, system: &impl WriteSystem, row: &Row<User>, options: &[&str]) -> Result<()> {
        self.run_of(system, row, row.forcelocal, options)
    }

    /// Runs the program of the `useradd` family even for a local user, since the libuser program lacks the
    /// option.
    ///
    /// # Errors
    /// Returns an error with the output of the program if the program fails.
    pub(crate) fn run_shadow(self, system: &impl WriteSystem, row: &Row<User>, options: &[&str]) -> Result<()> {
        self.run_of(system, row, false, options)
    }

    fn run_of(self, system: &impl WriteSystem, row: &Row<User>, is_local: bool, options: &[&str]) -> Result<()> {
        let name = self.program(is_local);
        // `--` prevents names from being parsed as options.
        let arguments = [options, &["--", &row.name]].concat();
        let mut command = Command { row: row.id(), merge_stderr: true, ..Command::named(name, &arguments) };
        // Keeps the staged file until the command has run.
        let mut settings = None;
        if is_local {
            let file = settings.insert(system.stage(None, &vec![LIBUSER_CONF.into()], &Attrs::default())?);
            command.env.push(("LIBUSER_CONF".to_owned(), vec![file.path().as_str().into()]));
        }
        system.run(&command).map(drop)
    }
}

/// Sets the password hash of a user.
///
/// # Errors
/// Returns an error if the password cannot be changed.
pub(crate) fn set_password(system: &impl WriteSystem, row: &Row<User>, hash: &Text) -> Result<()> {
    let stdin = vec![row.name.as_str().into(), ":".into(), hash.part(Form::Line), "\n".into()];
    let command = Command { row: row.id(), stdin, merge_stderr: true, ..Command::named("chpasswd", &["-e"]) };
    let output = system.mutate(&command)?;
    // Puppet: some versions do not report failures by their exit code.
    if output.is_success() && output.stdout.is_empty() {
        return Ok(());
    }
    Err(Error::other(format!("chpasswd said {}", output.text().trim_end())))
}
