//! The provider `sysctl_runtime`: reads and sets kernel parameters with the command `sysctl`.

use marotte_sdk::prelude::*;

use crate::{SysctlRuntime, SysctlRuntimeAttribute, SysctlRuntimeState};

/// Provider that uses the command `sysctl`.
#[derive(Debug, Default)]
pub struct Runtime;

/// Reads all parameters at once. Errors for unreadable parameters on standard error are ignored.
pub(crate) fn settings(system: &impl ReadSystem) -> Result<Vec<(String, String)>> {
    let output = system.query_one(&Command::named("sysctl", &["-a"]))?;
    let text = output.text().into_owned();
    if text.is_empty() {
        output.success("sysctl -a")?;
    }
    // Linux prints `a = 1`, other systems `a: 1` or `a=1`.
    let pair = |line: &str| {
        let (name, value) = line.split_once(['=', ':'])?;
        Some((name.trim_end().to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()))
    };
    Ok(text.lines().filter_map(pair).collect())
}

impl Provider for Runtime {
    type Resource = SysctlRuntime;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<SysctlRuntime>]) -> Vec<Result<State<SysctlRuntime>>> {
        let settings = settings(system);
        for_each_row(rows, |row| {
            let settings = settings.as_ref().map_err(Clone::clone)?;
            let found = settings.iter().find(|(name, _)| *name == *row.name);
            let missing = || Error::invalid(format!("sysctl parameter {} wasn't found on this system", &*row.name));
            let (_, value) = found.ok_or_else(missing)?;
            Ok(SysctlRuntimeState { val: Some(value.as_str().into()) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<SysctlRuntime>,
        _is: &SysctlRuntimeState,
        _changed: &[SysctlRuntimeAttribute],
    ) -> Result<Applied<SysctlRuntimeAttribute>> {
        let assignment = format!("{}={}", &*row.name, row.val.as_deref().unwrap_or_default());
        let output = system.mutate(&Command::named("sysctl", &["--", &assignment]))?;
        output.success(&format!("sysctl {assignment}"))?;
        Ok(Applied::all())
    }
}

impl Instances for Runtime {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<SysctlRuntime>>> {
        let listed = settings(system)?.into_iter();
        let instance = |(title, value): (String, String)| Instance {
            title,
            is: SysctlRuntimeState { val: Some(value.as_str().into()) },
        };
        Ok(listed.map(instance).collect())
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{FakeSystem, ProviderTest};
    use marotte_sdk::system::Output;

    use super::*;
    use crate::Component;

    fn says(status: i32, stdout: &str) -> Result<Output> {
        let mut output = Output { status, stdout: stdout.into(), stderr: Vec::new(), truncated: false };
        output.stderr.extend_from_slice(b"sysctl: permission denied on key 'x'\n");
        Ok(output)
    }

    fn trial(machine: &FakeSystem) -> ProviderTest<Runtime> {
        ProviderTest::new::<Component>(machine, "sysctl_runtime")
    }

    #[test]
    fn parameter_is_compared_and_set() {
        let machine = FakeSystem::new();
        machine.on_command(|command| match command.args.as_slice() {
            [all] if all == "-a" => says(1, "fs.x = \nvm.swappiness = 60\nnet.rmem = 4096\t1\t2\nopenbsd.y=1\n"),
            _ => says(0, ""),
        });
        let mut trial = trial(&machine);
        let wanted = trial.want("vm.swappiness", &[("val", 10.into())]).unwrap();
        assert_eq!(trial.noop(&wanted), ["val: current_value '60', should be 10 (noop)"]);
        assert_eq!(trial.apply(&wanted), ["val: val changed '60' to 10"]);
        let same = trial.want("net.rmem", &[("val", "4096\t1\t2".into())]).unwrap();
        assert_eq!(trial.apply(&same), [""; 0]);
        let missing = trial.want("no.such", &[("val", "1".into())]).unwrap();
        let failed = "Could not evaluate: sysctl parameter no.such wasn't found on this system";
        assert_eq!(trial.apply(&missing), [failed]);
        let titles: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
        assert_eq!(titles, ["fs.x", "vm.swappiness", "net.rmem", "openbsd.y"]);
    }

    #[test]
    fn failing_command_is_an_error() {
        let machine = FakeSystem::new();
        machine.on_command(|_| says(255, ""));
        let mut trial = trial(&machine);
        let wanted = trial.want("a", &[("val", "1".into())]).unwrap();
        assert_eq!(trial.apply(&wanted), ["Could not evaluate: Execution of 'sysctl -a' returned 255: "]);
        machine.on_command(|_| Err(Error::new(Code::Timeout, "timed out")));
        assert_eq!(trial.apply(&wanted), ["Could not evaluate: timed out"]);
    }

    #[test]
    fn timeout_of_a_program_is_reported() {
        let machine = FakeSystem::new();
        machine.on_command(|command| match command.args.as_slice() {
            [all] if all == "-a" => says(0, "a = 1\n"),
            _ => Err(Error::new(Code::Timeout, "sysctl took longer than a minute")),
        });
        let mut trial = trial(&machine);
        let wanted = trial.want("a", &[("val", "2".into())]).unwrap();
        let failed = "val: change from '1' to '2' failed: sysctl took longer than a minute";
        assert_eq!(trial.apply(&wanted), [failed]);
    }

    #[test]
    fn invalid_and_localized_output_does_not_hide_parameters() {
        let machine = FakeSystem::new();
        let mut stdout = b"sysctl: Lesen von \xbbx\xab nicht erlaubt\n\n=\ngarbage\n\xff\xfe = 1\n".to_vec();
        stdout.extend((0..1000).flat_map(|number| format!("k{number} = a = b: c\n").into_bytes()));
        machine.on_command(move |_| {
            Ok(Output { status: 1, stdout: stdout.clone(), stderr: Vec::new(), truncated: false })
        });
        let mut trial = trial(&machine);
        let wanted = trial.want("k999", &[("val", "a = b: c".into())]).unwrap();
        assert_eq!(trial.apply(&wanted), [""; 0]);
    }

    #[test]
    fn names_and_values_can_have_any_characters() {
        let machine = FakeSystem::new();
        let log = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
        let noted = std::rc::Rc::clone(&log);
        machine.on_command(move |command| {
            noted.borrow_mut().push(command.args.clone());
            says(0, "-x = 1\nünï = 1\nit's = 1\n")
        });
        let mut trial = trial(&machine);
        for name in ["-x", "ünï", "it's"] {
            let wanted = trial.want(name, &[("val", "-- 'ä' \"☃\"; $(id)".into())]).unwrap();
            assert_eq!(trial.apply(&wanted).len(), 1);
            let assignment = format!("{name}=-- 'ä' \"☃\"; $(id)");
            assert_eq!(log.borrow().last().unwrap(), &["--".to_owned(), assignment]);
        }
    }
}
