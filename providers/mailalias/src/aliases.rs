//! The provider `aliases`, which finds, changes, moves and lists aliases in text files.

use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordFiles, RecordLine as _};

use crate::alias::{Alias, Destination};
use crate::{Ensure, Mailalias, MailaliasAttribute, MailaliasState};

/// Default file.
const USUAL: &str = "/etc/aliases";

/// Provider for text files such as `/etc/aliases`.
#[derive(Debug, Default)]
pub struct Aliases;

fn usual() -> Place {
    Place::unowned(USUAL)
}

fn state(target: &str, alias: &Alias) -> MailaliasState {
    let (recipient, file) = match &alias.destination {
        Destination::To(recipients) => (Some(recipients.clone()), None),
        Destination::Include(file) => (None, Some(file.as_str().into())),
    };
    MailaliasState { ensure: Some(Ensure::Present), recipient, file, target: Some(target.into()) }
}

impl Provider for Aliases {
    type Resource = Mailalias;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Mailalias>]) -> Vec<Result<State<Mailalias>>> {
        let places = rows.iter().map(|row| row.place(&*row.target)).chain([usual()]);
        let files: RecordFiles<Alias> = RecordFiles::read(system, places);
        for_each_row(rows, |row| match files.find(&[&row.target, USUAL], &row.name)? {
            Some((target, alias)) => Ok(state(target, alias).into()),
            None => Ok(MailaliasState::absent().into()),
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Mailalias>,
        _is: &MailaliasState,
        _changed: &[MailaliasAttribute],
    ) -> Result<Applied<MailaliasAttribute>> {
        let mut files: RecordFiles<Alias> = RecordFiles::read(system, [row.place(&*row.target), usual()]);
        if row.ensure == Ensure::Absent {
            files.remove(&row.name)?;
        } else {
            let there = files.find(&[&row.target, USUAL], &row.name)?.map(|(_, alias)| alias.destination.clone());
            let destination = match (&row.recipient, &row.file) {
                (Some(recipients), _) => Destination::To(recipients.clone()),
                (None, Some(file)) => Destination::Include(file.to_string()),
                (None, None) => there.ok_or_else(|| Error::invalid("An alias requires a recipient or a file"))?,
            };
            files.put(&row.target, Alias { name: row.name.clone(), destination })?;
        }
        files.write(system, row.id())?;
        Ok(Applied::all())
    }
}

impl Instances for Aliases {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Mailalias>>> {
        let files: RecordFiles<Alias> = RecordFiles::read(system, [usual()]);
        let aliases = files.records(USUAL)?.iter();
        Ok(aliases.map(|alias| Instance { title: alias.name().to_owned(), is: state(USUAL, alias) }).collect())
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

    use super::*;
    use crate::Component;

    const TABLE: &str = "# Aliases\npostmaster:    root\nroot: alice,\"|/bin/filter -x\"\nlist: :include: /etc/list\n";

    fn machine() -> FakeSystem {
        let machine = FakeSystem::new();
        machine.put("/etc/aliases", FileNode::file(TABLE));
        machine
    }

    /// Applies a resource twice and checks that the second run makes no changes.
    fn apply(machine: &FakeSystem, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let mut trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(machine, "aliases");
        let wanted = trial.prepare(title, attributes).unwrap();
        let messages = trial.apply(&wanted);
        assert_eq!(trial.apply(&wanted), [""; 0]);
        messages
    }

    fn texts(values: &[&str]) -> Value {
        Value::Array(values.iter().map(|value| (*value).into()).collect())
    }

    #[test]
    fn alias_is_added_changed_and_removed() {
        let machine = machine();
        let to = texts(&["bob", "|/bin/sort, -u", "/var/spool/x y"]);
        assert_eq!(apply(&machine, "web master", &[("recipient", to)]), ["ensure: created"]);
        let line = "web master: bob,\"|/bin/sort, -u\",\"/var/spool/x y\"\n";
        assert_eq!(machine.text("/etc/aliases"), format!("{TABLE}{line}"));
        let messages = apply(&machine, "postmaster", &[("recipient", texts(&["bob", "root"]))]);
        assert_eq!(messages, ["recipient: recipient changed ['root'] to ['bob', 'root']"]);
        assert!(machine.text("/etc/aliases").starts_with("# Aliases\npostmaster: bob,root\nroot: alice,"));
        assert_eq!(apply(&machine, "postmaster", &[("ensure", "absent".into())]), ["ensure: removed"]);
        assert!(machine.text("/etc/aliases").starts_with("# Aliases\nroot: alice,"));
    }

    #[test]
    fn alias_with_continuation_lines_is_changed_as_one() {
        let folded = "x: y\nroot: joe,\n  # since May\n  ann\nz: w\n";
        let machine = FakeSystem::new();
        machine.put("/etc/aliases", FileNode::file(folded));
        let mut trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(&machine, "aliases");
        let listed = trial.instances().unwrap();
        assert_eq!(listed.iter().map(|alias| alias.title.as_str()).collect::<Vec<_>>(), ["x", "root", "z"]);
        assert_eq!(listed[1].is.recipient.as_deref().unwrap(), ["joe", "ann"]);
        assert_eq!(apply(&machine, "root", &[("recipient", texts(&["joe", "ann"]))]), [""; 0]);
        let messages = apply(&machine, "root", &[("recipient", texts(&["bob"]))]);
        assert_eq!(messages, ["recipient: recipient changed ['joe', 'ann'] to ['bob']"]);
        assert_eq!(machine.text("/etc/aliases"), "x: y\nroot: bob\n  # since May\nz: w\n");
        machine.put("/etc/aliases", FileNode::file("x: y\nroot: joe,\n  ann\nz: w\n"));
        assert_eq!(apply(&machine, "root", &[("ensure", "absent".into())]), ["ensure: removed"]);
        assert_eq!(machine.text("/etc/aliases"), "x: y\nz: w\n");
    }

    #[test]
    fn file_and_recipients_replace_each_other() {
        let machine = machine();
        assert_eq!(apply(&machine, "root", &[("file", "/etc/all".into())]).len(), 1);
        assert_eq!(apply(&machine, "list", &[("recipient", texts(&["alice"]))]).len(), 1);
        assert!(machine.text("/etc/aliases").ends_with("root: :include: /etc/all\nlist: alice\n"));
    }

    #[test]
    fn alias_moves_to_its_target() {
        let machine = machine();
        assert_eq!(apply(&machine, "list", &[("target", "/etc/more".into())]).len(), 1);
        assert_eq!(machine.text("/etc/more"), "list: :include: /etc/list\n");
        assert!(!machine.text("/etc/aliases").contains("list:"));
    }

    #[test]
    fn invalid_values_are_rejected() {
        let machine = machine();
        let trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(&machine, "aliases");
        let refused =
            |title: &str, attributes: &[(&str, Value)]| trial.prepare(title, attributes).err().unwrap().message;
        let both = [("recipient", texts(&["a"])), ("file", "/b".into())];
        assert_eq!(refused("a", &both), "You cannot specify both a recipient and a file");
        assert_eq!(refused("a:b", &[]), "Invalid alias name \"a:b\"");
        assert_eq!(refused("#a", &[]), "Invalid alias name \"#a\"");
        assert_eq!(refused(" a", &[]), "Invalid alias name \" a\"");
        assert_eq!(refused("a\t", &[]), "Invalid alias name \"a\\t\"");
        assert_eq!(refused("a", &[("recipient", texts(&["b\nroot: c"]))]), "Recipients cannot include newlines");
        let path = refused("a", &[("file", "b".into())]);
        assert!(path.ends_with("File paths must be fully qualified, not 'b'"), "{path}");
    }

    #[test]
    fn names_and_recipients_can_have_any_characters() {
        let machine = machine();
        let names = ["-x", "a b", "it's", "\"q\"", "ünï", "back\\slash", ",", "a\u{a0}b"];
        for name in names {
            let to = texts(&["-x", "|sh -c \"x, y\"", "it's", "ünï@example.com", "back\\", "/var/spool/a b", ","]);
            assert_eq!(apply(&machine, name, &[("recipient", to)]), ["ensure: created"], "{name}");
        }
        assert!(machine.text("/etc/aliases").starts_with(TABLE));
        for name in names {
            assert_eq!(apply(&machine, name, &[("ensure", "absent".into())]), ["ensure: removed"], "{name}");
        }
        assert_eq!(machine.text("/etc/aliases"), TABLE);
    }

    #[test]
    fn concurrent_changes_are_preserved() {
        let machine = machine();
        let mut trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(&machine, "aliases");
        let wanted = trial.prepare("root", &[("recipient", texts(&["bob"]))]).unwrap();
        let is = trial.get(&wanted).unwrap().is;
        machine.put("/etc/aliases", FileNode::file("# ünï\nmine: me\nroot: eve,\n  mallory\n"));
        Aliases.set(&machine, &wanted.row, &is, &[MailaliasAttribute::Recipient]).unwrap();
        assert_eq!(machine.text("/etc/aliases"), "# ünï\nmine: me\nroot: bob\n");
    }

    #[test]
    fn unreadable_or_unwritable_file_is_left_unchanged() {
        let machine = machine();
        let mut trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(&machine, "aliases");
        let wanted = trial.prepare("root", &[("recipient", texts(&["bob"]))]).unwrap();
        machine.fail("write", Error::new(Code::Io, "No space left on device"));
        assert!(trial.apply(&wanted)[0].ends_with("failed: No space left on device"));
        assert_eq!(machine.text("/etc/aliases"), TABLE);
        let latin1 = b"# gr\xfc\xdfe\nroot: alice\n".to_vec();
        machine.put("/etc/aliases", FileNode::file(latin1.clone()));
        assert_eq!(trial.apply(&wanted), ["Could not evaluate: /etc/aliases is not UTF-8"]);
        assert_eq!(machine.node("/etc/aliases").unwrap().content, latin1);
    }

    #[test]
    fn file_with_a_thousand_aliases_is_read_once() {
        let machine = FakeSystem::new();
        let table: String = (0..1000).map(|number| format!("a{number}: b\n")).collect();
        machine.put("/etc/aliases", FileNode::file(table));
        let trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(&machine, "aliases");
        let rows: Vec<_> = (0..1000).map(|number| trial.prepare(&format!("a{number}"), &[]).unwrap().row).collect();
        let states = Aliases.get(&machine, &rows);
        assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(Ensure::Present)));
        assert_eq!(machine.reads(), ["read_text"]);
    }

    #[test]
    fn alias_requires_a_recipient_or_a_file() {
        let machine = machine();
        let mut trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(&machine, "aliases");
        let wanted = trial.prepare("new", &[]).unwrap();
        let failed = "ensure: change from 'absent' to 'present' failed: An alias requires a recipient or a file";
        assert_eq!(trial.apply(&wanted), [failed]);
        assert_eq!(machine.text("/etc/aliases"), TABLE);
    }

    #[test]
    fn aliases_are_listed() {
        let machine = machine();
        let mut trial: ProviderTest<Aliases> = ProviderTest::new::<Component>(&machine, "aliases");
        let listed = trial.instances().unwrap();
        assert_eq!(listed.iter().map(|alias| alias.title.as_str()).collect::<Vec<_>>(), ["postmaster", "root", "list"]);
        assert_eq!(listed[1].is.recipient.as_deref().unwrap(), ["alice", "|/bin/filter -x"]);
        assert_eq!(listed[2].is.file.as_deref(), Some("/etc/list"));
    }
}
