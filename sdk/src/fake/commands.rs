//! Check that a provider runs only commands that its manifest grants.

use std::path::Path;
use std::sync::LazyLock;

use marotte_contract::arguments::ArgumentPattern;
use marotte_contract::manifest::Manifest;

use super::FakeSystem;
use crate::system::{Command, Program};

/// The manifest of the package under test; cargo sets the variable.
static BESIDE: LazyLock<Option<Manifest>> = LazyLock::new(|| {
    let directory = std::env::var_os("CARGO_MANIFEST_DIR")?;
    let text = std::fs::read_to_string(Path::new(&directory).join("provider.toml")).ok()?;
    Some(Manifest::from_toml(&text).expect("a manifest that can be read"))
});

impl FakeSystem {
    /// Checks that the manifest grants a command with its arguments. The manifest is that of [`Self::grant`], or
    /// else the file `provider.toml` in the directory of the package under test. Without both, all commands are
    /// granted. Placeholders for attributes of the resource match any argument.
    ///
    /// # Panics
    /// Panics if no grant covers the command.
    #[track_caller]
    pub(super) fn check_command(&self, command: &Command, changes: bool) {
        let Program::Named(name) = &command.program else { return };
        let state = self.0.borrow();
        let Some(manifest) = state.manifest.as_ref().or(BESIDE.as_ref()) else { return };
        let lists = manifest.commands.get(name).map(|grant| if changes { &grant.mutate } else { &grant.query });
        let is_covered =
            |list: &Vec<String>| ArgumentPattern::new(list, &|_| Some(())).cover(&command.args, &|(), _| true);
        assert!(
            lists.is_some_and(|lists| lists.iter().any(is_covered)),
            "no grant of the manifest covers '{name}' with the arguments {:?}{}",
            command.args,
            if changes { "" } else { " as a query" }
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{ReadSystem as _, WriteSystem as _};

    fn machine() -> FakeSystem {
        let machine = FakeSystem::new();
        machine.grant(
            "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n[commands.x]\nfind = ['x']\nquery = [['-l', '<name>']]\n\
             mutate = [['--into=@path']]\n",
        );
        let _ = machine.programs();
        machine
    }

    #[test]
    fn granted_command_is_run() {
        let machine = machine();
        assert!(machine.query(&[Command::named("x", &["-l", "a"])])[0].is_ok());
        assert!(machine.mutate(&Command::named("x", &["--into=/srv"])).is_ok());
    }

    #[test]
    #[should_panic(expected = "no grant of the manifest covers 'x' with the arguments [\"-l\", \"-a\"] as a query")]
    fn command_without_grant_fails_the_test() {
        let _ = machine().query(&[Command::named("x", &["-l", "-a"])]);
    }

    #[test]
    #[should_panic(expected = "no grant of the manifest covers 'x' with the arguments [\"-l\", \"a\"]")]
    fn query_that_is_run_as_a_change_fails_the_test() {
        let _ = machine().mutate(&Command::named("x", &["-l", "a"]));
    }
}
