//! Parameters with the attribute `value`, which are managed in a file and in the kernel.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::{Ensure, Switch, Sysctl, SysctlAttribute, SysctlState, Val};

const SYSCTL: Tool = Tool::new("sysctl");

/// Returns whether a parameter is also managed in the kernel.
pub(crate) fn is_applied(row: &Sysctl) -> bool {
    row.value.is_some() && row.ensure == Ensure::Present
}

/// Returns the state of a parameter from its value in the file and its value in the kernel.
///
/// # Errors
/// Returns an error if the parameter is in neither, unless it is silent.
pub(crate) fn state(row: &Row<Sysctl>, stored: Option<&str>, current: Option<&str>) -> Result<State<Sysctl>> {
    let is_silent = row.silent == Some(Switch::True);
    if stored.or(current).is_none() && !is_silent {
        return Err(unknown(row));
    }
    let should = row.value.as_deref().unwrap_or_default();
    let is_missing = stored.or(current).is_none();
    // Puppet: a silent resource does not read the value in the kernel.
    let is_applied = row.apply != Some(Switch::False) && !is_silent;
    let current = match current {
        None if is_applied => return Err(unknown(row)),
        current => current.unwrap_or_default(),
    };
    let is_current = !is_applied || equal(current, should);
    let is_stored = row.persist == Some(Switch::False) || stored.is_some_and(|stored| equal(stored, should));
    let ensure = Some(Ensure::Present);
    let state = State::new(SysctlState { ensure, value: stored.map(Val::from), ..SysctlState::default() })
        .with(Verdict::insync(SysctlAttribute::Target));
    let state = if row.val.is_some() { state.with(Verdict::insync(SysctlAttribute::Val)) } else { state };
    if is_missing || is_current && is_stored {
        return Ok(state.with(Verdict::insync(SysctlAttribute::Value)));
    }
    let stored = stored.unwrap_or_default();
    let words = [
        (!is_stored).then(|| format!("configuration value from '{stored}' to '{should}'")),
        (!is_current).then(|| format!("live value from '{current}' to '{should}'")),
    ];
    let change = format!("changed {}", words.into_iter().flatten().collect::<Vec<_>>().join(" and "));
    let shown = if is_stored { current } else { stored };
    let verdict = Verdict::differs(SysctlAttribute::Value);
    Ok(state.with(verdict.showing(format!("'{shown}'"), format!("'{should}'")).change(change)))
}

/// Sets a parameter in the kernel.
///
/// # Errors
/// Returns an error if the kernel refuses the value, unless the parameter is silent.
pub(crate) fn apply(system: &impl WriteSystem, row: &Row<Sysctl>, value: &str) -> Result<()> {
    if row.apply == Some(Switch::False) {
        return Ok(());
    }
    let done = SYSCTL.run(system, row.id(), &["--", &format!("{}={value}", &*row.name)]);
    if row.silent == Some(Switch::True) { Ok(()) } else { done.map(drop) }
}

fn unknown(row: &Sysctl) -> Error {
    Error::invalid(format!("Error: `{}` is not a valid sysctl key", &*row.name))
}

/// Compares values, which can be separated by any whitespace.
fn equal(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

#[cfg(test)]
mod tests {
    use marotte_sdk::Value;
    use marotte_sdk::fake::{Commands, FakeSystem, FileNode, ProviderTest, ended};

    use crate::{Component, Parsed};

    struct Site {
        machine: FakeSystem,
        trial: ProviderTest<Parsed>,
        ran: Commands,
    }

    /// Creates a system whose kernel has one parameter and accepts one value.
    fn site(file: &str) -> Site {
        let machine = FakeSystem::new();
        machine.put("/etc/sysctl.conf", FileNode::file(file));
        let mut current = "4096\t1".to_owned();
        let ran = Commands::answering(&machine, move |command| match command.args.as_slice() {
            [_, assignment] if assignment == "net.x=refused" => ended(255, "", "sysctl: invalid argument\n"),
            [_, assignment] => {
                assignment.trim_start_matches("net.x=").clone_into(&mut current);
                ended(0, "", "")
            }
            _ => ended(0, &format!("net.x = {current}\n"), ""),
        });
        Site { trial: ProviderTest::new::<Component>(&machine, "parsed"), machine, ran }
    }

    impl Site {
        fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
            let wanted = self.trial.prepare(title, attributes).unwrap();
            self.trial.apply(&wanted)
        }

        fn orders(&self) -> Vec<String> {
            self.ran
                .log()
                .iter()
                .filter(|command| command.args.len() > 1)
                .map(|command| command.args.join(" "))
                .collect()
        }
    }

    fn value(text: &str) -> (&'static str, Value) {
        ("value", text.into())
    }

    #[test]
    fn value_is_stored_and_applied() {
        let mut site = site("a=1\n");
        let message = "value: changed configuration value from '' to '1 2' and live value from '4096\t1' to '1 2'";
        assert_eq!(site.apply("net.x", &[value("1 2")]), [message]);
        assert_eq!(site.machine.text("/etc/sysctl.conf"), "a=1\nnet.x=1 2\n");
        assert_eq!(site.orders(), ["-- net.x=1 2"]);
        assert_eq!(site.apply("net.x", &[value("1  2")]), [""; 0]);
        assert_eq!(site.apply("net.x", &[("ensure", "absent".into())]), ["ensure: removed"]);
        assert_eq!(site.machine.text("/etc/sysctl.conf"), "a=1\n");
    }

    #[test]
    fn value_is_only_stored_or_only_applied() {
        let mut site = site("net.x=2\n");
        let apply = ("apply", Value::from(false));
        let messages = site.apply("net.x", &[value("3"), apply]);
        assert_eq!(messages, ["value: changed configuration value from '2' to '3'"]);
        assert_eq!(site.orders(), [""; 0]);
        let persist = ("persist", Value::from(false));
        assert_eq!(site.apply("net.x", &[value("5"), persist]), ["value: changed live value from '4096\t1' to '5'"]);
        assert_eq!(site.machine.text("/etc/sysctl.conf"), "net.x=3\n");
    }

    #[test]
    fn unknown_parameter_is_an_error_unless_it_is_silent() {
        let mut site = site("");
        let message = "Could not evaluate: Error: `net.y` is not a valid sysctl key";
        assert_eq!(site.apply("net.y", &[value("1")]), [message]);
        let silent = ("silent", Value::from(true));
        assert_eq!(site.apply("net.y", &[value("1"), silent.clone()]), [""; 0]);
        assert_eq!(site.machine.text("/etc/sysctl.conf"), "");
        // The value in the kernel is not compared, and an error is ignored.
        let messages = site.apply("net.x", &[value("refused"), silent]);
        assert_eq!(messages, ["value: changed configuration value from '' to 'refused'"]);
    }

    #[test]
    fn refused_value_is_not_stored() {
        let mut site = site("");
        let message = site.apply("net.x", &[value("refused")]).remove(0);
        assert!(message.ends_with("returned 255: sysctl: invalid argument"), "{message}");
        assert_eq!(site.machine.text("/etc/sysctl.conf"), "");
    }
}
