//! Programs that change groups: their arguments, and Puppet's messages for failures. There are two families:
//! `groupadd`, and libuser, which changes only the local files.

use marotte_sdk::prelude::*;

use crate::Group;

/// Configures libuser to create groups in the local files, regardless of the system's configuration.
const LIBUSER_CONF: &str = "\
[import]
login_defs = /etc/login.defs
default_useradd = /etc/default/useradd
[defaults]
modules = files shadow
create_modules = files shadow
[groupdefaults]
LU_GROUPNAME = %n
";

/// The purpose of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Creates groups.
    Add,
    /// Changes groups.
    Modify,
    /// Removes groups.
    Delete,
    /// Sets the members of a group, in the local files only.
    Members,
}

impl Tool {
    fn program(self, is_local: bool) -> (&'static str, bool) {
        match (self, is_local) {
            (Self::Add, false) => ("groupadd", false),
            (Self::Add, true) => ("lgroupadd", true),
            (Self::Modify, false) => ("groupmod", false),
            (Self::Modify, true) => ("lgroupmod", true),
            (Self::Delete, false) => ("groupdel", false),
            (Self::Delete, true) => ("lgroupdel", true),
            (Self::Members, _) => ("gpasswd", false),
        }
    }

    /// Runs the program of the family selected by `forcelocal` with these options, followed by the name of
    /// the group.
    ///
    /// # Errors
    /// Returns an error with the output of the program if the program fails.
    pub(crate) fn run(self, system: &impl WriteSystem, row: &Row<Group>, options: &[&str]) -> Result<()> {
        let (name, is_of_libuser) = self.program(row.forcelocal);
        // `--` prevents names from being parsed as options.
        let arguments = [options, &["--", &row.name]].concat();
        let mut command = Command { row: row.id(), merge_stderr: true, ..Command::named(name, &arguments) };
        // Keeps the staged file until the command has run.
        let mut settings = None;
        if is_of_libuser {
            let file = settings.insert(system.stage(None, &vec![LIBUSER_CONF.into()], &Attrs::default())?);
            command.env.push(("LIBUSER_CONF".to_owned(), vec![file.path().as_str().into()]));
        }
        system.run(&command).map(drop)
    }
}
