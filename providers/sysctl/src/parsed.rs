//! The provider `parsed`, which finds, changes, moves and lists kernel parameters in text files.

use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordFiles, RecordLine as _};

use crate::applied::{self, is_applied};
use crate::comment;
use crate::runtime::settings;
use crate::setting::Assignment;
use crate::{Ensure, Switch, Sysctl, SysctlAttribute, SysctlState};

/// Default file.
const USUAL: &str = "/etc/sysctl.conf";

/// Provider for text files such as `/etc/sysctl.conf`.
#[derive(Debug, Default)]
pub struct Parsed;

impl Canonicalize for Sysctl {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        let options = [
            (SysctlAttribute::Apply, "apply", row.apply),
            (SysctlAttribute::Persist, "persist", row.persist),
            (SysctlAttribute::Silent, "silent", row.silent),
        ];
        for (attribute, name, _) in options.into_iter().filter(|(_, _, option)| option.is_some() && row.value.is_none())
        {
            problems.warning(row, attribute, format!("{name} has no effect without value"));
        }
        if let Some(text) = row.comment.as_deref().map(str::trim).map(str::to_owned) {
            if text.contains('\n') {
                problems.error(row, SysctlAttribute::Comment, "comment cannot include newlines");
            }
            // Leading and trailing whitespace of a comment is not read.
            row.comment = Some(text);
        }
    }
}

fn usual() -> Place {
    Place::unowned(USUAL)
}

fn state(target: &str, setting: &Assignment) -> SysctlState {
    let val = Some(setting.value.as_str().into());
    SysctlState { ensure: Some(Ensure::Present), val, target: Some(target.into()), ..SysctlState::default() }
}

impl Provider for Parsed {
    type Resource = Sysctl;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Sysctl>]) -> Vec<Result<State<Sysctl>>> {
        let places = rows.iter().map(|row| row.place(&*row.target)).chain([usual()]);
        let files: RecordFiles<Assignment> = RecordFiles::read(system, places);
        let kernel = rows.iter().any(|row| is_applied(row)).then(|| settings(system));
        for_each_row(rows, |row| {
            let found = files.find(&[&row.target, USUAL], &row.name)?;
            let path = found.map_or(&*row.target, |(path, _)| path).to_owned();
            let state = match (&kernel, found) {
                (Some(kernel), found) if is_applied(row) => {
                    let stored =
                        found.filter(|(target, _)| *target == &*row.target).map(|(_, setting)| &*setting.value);
                    let kernel = kernel.as_ref().map_err(Clone::clone)?;
                    let current = kernel.iter().find(|(name, _)| *name == *row.name).map(|(_, value)| &**value);
                    applied::state(row, stored, current)?
                }
                (_, Some((target, setting))) => state(target, setting).into(),
                (_, None) => return Ok(SysctlState::absent().into()),
            };
            comment::judge(system, row, &path, state)
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Sysctl>,
        _is: &SysctlState,
        _changed: &[SysctlAttribute],
    ) -> Result<Applied<SysctlAttribute>> {
        let mut files: RecordFiles<Assignment> = RecordFiles::read(system, [row.place(&*row.target), usual()]);
        if row.ensure == Ensure::Absent {
            files.remove(&row.name)?;
        } else if let Some(value) = row.value.as_deref() {
            if row.persist != Some(Switch::False) {
                files.put(&row.target, Assignment { name: row.name.to_string(), value: value.to_owned() })?;
            }
            applied::apply(system, row, value)?;
        } else {
            let there = files.find(&[&row.target, USUAL], &row.name)?.map(|(_, setting)| setting.value.clone());
            let value = row.val.as_deref().map(str::to_owned).or(there);
            let value = value.ok_or_else(|| Error::invalid("val is a required attribute for kernel parameters"))?;
            files.put(&row.target, Assignment { name: row.name.to_string(), value })?;
        }
        files.write(system, row.id())?;
        if row.ensure == Ensure::Present {
            comment::write(system, row)?;
        }
        Ok(Applied::all())
    }
}

impl Instances for Parsed {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Sysctl>>> {
        let files: RecordFiles<Assignment> = RecordFiles::read(system, [usual()]);
        let settings = files.records(USUAL)?.iter();
        Ok(settings.map(|one| Instance { title: one.name().to_owned(), is: state(USUAL, one) }).collect())
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

    use super::*;
    use crate::Component;

    /// Applies a resource twice and checks that the second run makes no changes.
    fn apply(machine: &FakeSystem, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let mut trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(machine, "parsed");
        let wanted = trial.want(title, attributes).unwrap();
        let messages = trial.apply(&wanted);
        assert_eq!(trial.apply(&wanted), [""; 0]);
        messages
    }

    #[test]
    fn setting_is_added_changed_and_removed() {
        let machine = FakeSystem::new();
        machine.put("/etc/sysctl.conf", FileNode::file("# Kernel\n ;a = 1\nvm.swappiness = 60\nb=1 = 2"));
        assert_eq!(apply(&machine, "vm.swappiness", &[("val", 10.into())]), ["val: val changed '60' to 10"]);
        assert_eq!(apply(&machine, "net.x", &[("val", "4096 1\t2".into())]), ["ensure: created"]);
        assert_eq!(apply(&machine, "b", &[("val", "1 = 2".into())]), [""; 0]);
        let text = "# Kernel\n ;a = 1\nvm.swappiness=10\nb=1 = 2\nnet.x=4096 1\t2\n";
        assert_eq!(machine.text("/etc/sysctl.conf"), text);
        assert_eq!(apply(&machine, "b", &[("ensure", "absent".into())]), ["ensure: removed"]);
        let moved = apply(&machine, "net.x", &[("target", "/etc/more.conf".into())]);
        assert_eq!(moved, ["target: target changed '/etc/sysctl.conf' to '/etc/more.conf'"]);
        assert_eq!(machine.text("/etc/more.conf"), "net.x=4096 1\t2\n");
    }

    #[test]
    fn invalid_values_are_rejected() {
        let machine = FakeSystem::new();
        let trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(&machine, "parsed");
        let refused = |title: &str, val: Value| trial.want(title, &[("val", val)]).err().unwrap().message;
        assert!(refused("a b", "1".into()).contains("Invalid name of a kernel parameter: \"a b\""));
        assert!(refused("a=", "1".into()).contains("Invalid name"));
        assert!(
            refused("#a", "1".into()).contains("Invalid name") && refused(";a", "1".into()).contains("Invalid name")
        );
        assert!(refused("a", "1\nb=2".into()).contains("Values cannot include newlines"));
        assert!(refused("a", Value::Secret(machine.secret("x"))).contains("all users can read them"));
    }

    #[test]
    fn names_and_values_can_have_any_characters() {
        let machine = FakeSystem::new();
        machine.put("/etc/sysctl.conf", FileNode::file("# ünï\r\na = 1\r\n"));
        for name in ["-net.x", "net.it's", "\"q\"", "ünï", "net/eth0.1/x", "a:b", "$(id)"] {
            let value = [("val", "-- 'ä' \"☃\" = # ;".into())];
            assert_eq!(apply(&machine, name, &value), ["ensure: created"], "{name}");
            assert_eq!(apply(&machine, name, &[("ensure", "absent".into())]), ["ensure: removed"], "{name}");
        }
        assert_eq!(machine.text("/etc/sysctl.conf"), "# ünï\r\na = 1\r\n");
    }

    #[test]
    fn concurrent_changes_are_preserved() {
        let machine = FakeSystem::new();
        machine.put("/etc/sysctl.conf", FileNode::file("a = 1\n"));
        let mut trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(&machine, "parsed");
        let wanted = trial.want("a", &[("val", "2".into())]).unwrap();
        let is = trial.get(&wanted).unwrap().is;
        machine.put("/etc/sysctl.conf", FileNode::file("# ünï\nmine = 1\na = 3\n"));
        Parsed.set(&machine, &wanted.row, &is, &[SysctlAttribute::Val]).unwrap();
        assert_eq!(machine.text("/etc/sysctl.conf"), "# ünï\nmine = 1\na=2\n");
    }

    #[test]
    fn unreadable_or_unwritable_file_is_left_unchanged() {
        let machine = FakeSystem::new();
        machine.put("/etc/sysctl.conf", FileNode::file("a = 1\n"));
        let mut trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(&machine, "parsed");
        let wanted = trial.want("a", &[("val", "2".into())]).unwrap();
        machine.fail("write", Error::new(Code::Io, "No space left on device"));
        assert!(trial.apply(&wanted)[0].ends_with("failed: No space left on device"));
        assert_eq!(machine.text("/etc/sysctl.conf"), "a = 1\n");
        let latin1 = b"# gr\xfc\xdfe\na = 1\n".to_vec();
        machine.put("/etc/sysctl.conf", FileNode::file(latin1.clone()));
        assert_eq!(trial.apply(&wanted), ["Could not evaluate: /etc/sysctl.conf is not UTF-8"]);
        assert_eq!(machine.node("/etc/sysctl.conf").unwrap().content, latin1);
    }

    #[test]
    fn file_with_a_thousand_settings_is_read_once() {
        let machine = FakeSystem::new();
        let text: String = (0..1000).map(|number| format!("k{number} = 1\n")).collect();
        machine.put("/etc/sysctl.conf", FileNode::file(text));
        let trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(&machine, "parsed");
        let rows: Vec<_> = (0..1000).map(|number| trial.want(&format!("k{number}"), &[]).unwrap().row).collect();
        let states = Parsed.get(&machine, &rows);
        assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(Ensure::Present)));
        assert_eq!(machine.reads(), ["read_text"]);
    }

    #[test]
    fn settings_are_listed() {
        let machine = FakeSystem::new();
        machine.put("/etc/sysctl.conf", FileNode::file("# x=1\na = 1\n\nb=2\n"));
        let mut trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(&machine, "parsed");
        let titles: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
        assert_eq!(titles, ["a", "b"]);
    }
}
