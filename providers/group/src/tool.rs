//! The programs that change groups: their arguments, and Puppet's messages for failures. There are two
//! families: `groupadd`, and libuser, which changes only the local files.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Staged as _;

use crate::Group;

/// Says to libuser that groups are made in the files, whatever the system's own settings of it say.
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

/// What a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Makes groups.
    Add,
    /// Changes groups.
    Modify,
    /// Removes groups.
    Delete,
    /// Says who belongs to a group. It knows the files alone.
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

    /// Runs the program of the family that the row asks for, with the group's name after these options.
    ///
    /// # Errors The program fails; its output is the reason.
    pub(crate) fn run(self, system: &impl WriteSystem, row: &Row<Group>, options: &[&str]) -> Result<()> {
        let (name, is_of_libuser) = self.program(row.forcelocal);
        // No name is an option, however it begins.
        let arguments = [options, &["--", &row.name]].concat();
        let mut command = Command { row: row.id(), merge_stderr: true, ..Command::named(name, &arguments) };
        // Kept until the command has run.
        let mut settings = None;
        if is_of_libuser {
            let file = settings.insert(system.stage(None, &vec![LIBUSER_CONF.into()], &Attrs::default())?);
            command.env.push(("LIBUSER_CONF".to_owned(), vec![file.path().as_str().into()]));
        }
        system.run(&command).map(drop)
    }
}
