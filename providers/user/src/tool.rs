//! The programs that change users: their arguments, and Puppet's messages for failures. There are two
//! families: `useradd`, and libuser, which changes only the local files.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Staged as _;

use crate::User;

/// Says to libuser that users are made in the files, whatever the system's own settings of it say.
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

/// What a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Makes users.
    Add,
    /// Changes users.
    Modify,
    /// Removes users.
    Delete,
    /// Sets how old passwords may be.
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

    /// Runs the program of the family that the row asks for, with the user's name after these options.
    ///
    /// # Errors The program fails; its output is the reason.
    pub(crate) fn run(self, system: &impl WriteSystem, row: &Row<User>, options: &[&str]) -> Result<()> {
        self.run_of(system, row, row.forcelocal, options)
    }

    /// Runs the program of the family of `useradd` even for a local user: that of libuser has no such option.
    ///
    /// # Errors The program fails; its output is the reason.
    pub(crate) fn run_shadow(self, system: &impl WriteSystem, row: &Row<User>, options: &[&str]) -> Result<()> {
        self.run_of(system, row, false, options)
    }

    fn run_of(self, system: &impl WriteSystem, row: &Row<User>, is_local: bool, options: &[&str]) -> Result<()> {
        let name = self.program(is_local);
        // No name is an option, however it begins.
        let arguments = [options, &["--", &row.name]].concat();
        let mut command = Command { row: row.id(), merge_stderr: true, ..Command::named(name, &arguments) };
        // Kept until the command has run.
        let mut settings = None;
        if is_local {
            let file = settings.insert(system.stage(None, &vec![LIBUSER_CONF.into()], &Attrs::default())?);
            command.env.push(("LIBUSER_CONF".to_owned(), vec![file.path().as_str().into()]));
        }
        system.run(&command).map(drop)
    }
}

/// Gives a user a password by its hash.
///
/// # Errors
/// It failed.
pub(crate) fn set_password(system: &impl WriteSystem, row: &Row<User>, hash: &Text) -> Result<()> {
    let stdin = vec![row.name.as_str().into(), ":".into(), hash.part(Form::Line), "\n".into()];
    let command = Command { row: row.id(), stdin, merge_stderr: true, ..Command::named("chpasswd", &["-e"]) };
    let output = system.mutate(&command)?;
    // Puppet: some of them do not report failures by their exit code.
    if output.is_success() && output.stdout.is_empty() {
        return Ok(());
    }
    Err(Error::other(format!("chpasswd said {}", output.text().trim_end())))
}
