//! Tests of the type on a system on which file systems can be mounted.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::records::RecordLine;
use marotte_sdk::system::{CatalogResource, Command, Output, Program};
use marotte_sdk::{Code, Error, Provider as _, Relate as _, Result, Value};

use crate::entry::Entry;
use crate::{Component, Mount, MountAttribute, Parsed};

const MOUNTS: &str = "/proc/self/mounts";

/// A test system and the commands that were run on it.
struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Parsed>,
    calls: Rc<RefCell<Vec<String>>>,
}

impl Site {
    fn new(table: &str, mounted: &[&str]) -> Self {
        let machine = FakeSystem::new();
        let line = |point: &&str| format!("tmpfs {} tmpfs rw 0 0\n", point.replace(' ', "\\040"));
        machine.put(MOUNTS, FileNode::file(mounted.iter().map(line).collect::<String>()));
        machine.put("/etc/fstab", FileNode::file(table));
        let calls = Rc::<RefCell<Vec<String>>>::default();
        let (noted, kernel) = (Rc::clone(&calls), machine.clone());
        machine.on_command(move |command| {
            noted.borrow_mut().push(shown(command));
            Ok(obey(&kernel, command))
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "parsed"), machine, calls }
    }

    /// Applies a mount twice and checks that the second run makes no changes.
    fn apply(&mut self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(name, attributes).unwrap();
        let log = self.trial.apply(&wanted);
        assert_eq!(self.trial.apply(&wanted), [""; 0]);
        log
    }

    fn fail(&mut self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.want(name, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn table(&self) -> String {
        self.machine.text("/etc/fstab")
    }

    fn calls(&self) -> Vec<String> {
        std::mem::take(&mut self.calls.borrow_mut())
    }
}

fn shown(command: &Command) -> String {
    let Program::Named(name) = &command.program else { panic!("expected a named command") };
    format!("{name} {}", command.args.join(" "))
}

/// Simulates mounting and unmounting.
fn obey(machine: &FakeSystem, command: &Command) -> Output {
    let point = command.args.last().cloned().unwrap_or_default().replace(' ', "\\040");
    let line = format!("tmpfs {point} tmpfs rw 0 0\n");
    let text = match shown(command).split(' ').next() {
        Some("umount") => machine.text(MOUNTS).replace(&line, ""),
        _ if command.args[0] == "-o" => machine.text(MOUNTS),
        _ => machine.text(MOUNTS) + &line,
    };
    machine.put(MOUNTS, FileNode::file(text));
    Output { status: 0, stdout: Vec::new(), stderr: Vec::new(), truncated: false }
}

fn data(ensure: &str) -> Vec<(&'static str, Value)> {
    vec![("ensure", ensure.into()), ("device", "tmpfs".into()), ("fstype", "tmpfs".into())]
}

#[test]
fn file_system_is_added_and_mounted() {
    let mut site = Site::new("# head\nproc /proc proc defaults 0 0\n", &["/proc"]);
    assert_eq!(site.apply("/mnt/a/", &data("mounted")), ["ensure: defined 'ensure' as 'mounted'"]);
    assert_eq!(site.table(), "# head\nproc /proc proc defaults 0 0\ntmpfs\t/mnt/a\ttmpfs\tdefaults\t0\t0\n");
    assert_eq!(site.calls(), ["mount -- /mnt/a"]);
    assert_eq!(
        site.apply("/mnt/a", &[("ensure", "unmounted".into())]),
        ["ensure: ensure changed 'mounted' to 'unmounted'"]
    );
    assert_eq!(site.calls(), ["umount -- /mnt/a"]);
    assert_eq!(site.apply("/mnt/a", &[("ensure", "defined".into())]), [""; 0]);
    assert_eq!(site.apply("/mnt/a", &[("ensure", "absent".into())]), ["ensure: undefined 'ensure' from 'unmounted'"]);
    assert_eq!(site.table(), "# head\nproc /proc proc defaults 0 0\n");
}

#[test]
fn mount_point_is_canonicalized() {
    let site = Site::new("", &[]);
    for (given, meant) in [("/mnt/a/", "/mnt/a"), ("/mnt/a//", "/mnt/a"), ("/", "/"), ("none", "none")] {
        assert_eq!(site.trial.prepare(given, &[]).unwrap().row.name.0, meant);
    }
}

#[test]
fn ghost_is_added_to_the_table_and_stays_mounted() {
    let mut site = Site::new("", &["/mnt/g"]);
    assert_eq!(site.apply("/mnt/g", &data("mounted")), ["ensure: ensure changed 'ghost' to 'mounted'"]);
    assert_eq!((site.calls().len(), site.table().lines().count()), (0, 1));
    let mut site = Site::new("", &["/mnt/g"]);
    assert_eq!(site.apply("/mnt/g", &data("unmounted")), ["ensure: ensure changed 'ghost' to 'unmounted'"]);
    assert_eq!((site.calls().len(), site.table().lines().count()), (1, 1));
    let mut site = Site::new("", &["/mnt/g"]);
    assert_eq!(site.apply("/mnt/g", &[("ensure", "absent".into())]), ["ensure: undefined 'ensure' from 'ghost'"]);
    assert_eq!(site.calls(), ["umount -- /mnt/g"]);
}

#[test]
fn mounting_updates_the_entry() {
    let before = "tmpfs /mnt/a tmpfs\n# end\n";
    let mut site = Site::new(before, &[]);
    let attributes = [("ensure", "mounted".into()), ("options", "size=1m".into()), ("pass", 2.into())];
    assert_eq!(site.apply("/mnt/a", &attributes), ["ensure: ensure changed 'unmounted' to 'mounted'"]);
    assert_eq!(site.table(), "tmpfs\t/mnt/a\ttmpfs\tsize=1m\t0\t2\n# end\n");
    let changes = ["device: device changed 'tmpfs' to 'none'", "dump: dump changed '0' to '1'"];
    assert_eq!(site.apply("/mnt/a", &[("device", "none".into()), ("dump", "1".into()), ("pass", "2".into())]), changes);
    assert_eq!(site.table(), "none\t/mnt/a\ttmpfs\tsize=1m\t1\t2\n# end\n");
}

#[test]
fn entry_moves_to_its_target() {
    let mut site = Site::new("tmpfs /mnt/a tmpfs defaults 0 0\n", &[]);
    let attributes = [("ensure", "present".into()), ("target", "/etc/fstab.local".into())];
    assert_eq!(site.apply("/mnt/a", &attributes), ["target: target changed '/etc/fstab' to '/etc/fstab.local'"]);
    assert_eq!(site.table(), "");
    assert_eq!(site.machine.text("/etc/fstab.local"), "tmpfs\t/mnt/a\ttmpfs\tdefaults\t0\t0\n");
}

#[test]
fn names_can_have_any_characters() {
    for name in [
        "/mnt/c d",
        "/mnt/tab\there",
        "/mnt/it's",
        "/mnt/back\\slash",
        "/mnt/žluť",
        "/mnt/line\nbreak",
        "-o",
        "/mnt/a\u{a0}b\u{3000}c",
        "/mnt/\"q\"#",
    ] {
        let mut site = Site::new("", &[]);
        assert_eq!(site.apply(name, &data("unmounted")), ["ensure: defined 'ensure' as 'unmounted'"], "{name}");
        assert_eq!(site.table().lines().count(), 1);
        site.trial.apply(&site.trial.want(name, &[("ensure", "mounted".into())]).unwrap());
        assert_eq!(site.calls(), [format!("mount -- {name}")]);
    }
    let written = Entry { device: "a b".into(), name: "/c\\d".into(), fstype: "x".into(), ..Entry::default() };
    assert_eq!(written.to_line(), "a\\040b\t/c\\134d\tx\tdefaults\t0\t0");
    assert_eq!(Entry::parse("a\\040b /c\\134d x y 0 0 # z").unwrap().device, "a b");
}

#[test]
fn mounted_file_system_is_remounted() {
    let mut site = Site::new("tmpfs /mnt/a tmpfs defaults 0 0\n", &["/mnt/a"]);
    let refresh = |site: &mut Site, attributes: &[(&str, Value)]| {
        let wanted = site.trial.want("/mnt/a", attributes).unwrap();
        site.trial.refresh(&wanted).unwrap();
        site.calls()
    };
    assert_eq!(refresh(&mut site, &[]), ["mount -o remount -- /mnt/a"]);
    assert_eq!(refresh(&mut site, &[("remounts", "false".into())]), ["umount -- /mnt/a", "mount -- /mnt/a"]);
    assert_eq!(refresh(&mut site, &[("fstype", "swap".into())]), [""; 0]);
    site.machine.put(MOUNTS, FileNode::file(""));
    assert_eq!(refresh(&mut site, &[]), [""; 0]);
}

#[test]
fn entries_and_ghosts_are_listed() {
    let mut site = Site::new("tmpfs /mnt/a/ tmpfs\nUUID=1 none swap sw 0 0\nhalf\n", &["/mnt/a", "/proc"]);
    let found = site.trial.instances().unwrap();
    let found: Vec<_> = found.into_iter().map(|it| (it.title, it.is.ensure.unwrap())).collect();
    let expected = [("/mnt/a", "mounted"), ("none", "unmounted"), ("/proc", "ghost")];
    assert_eq!(found, expected.map(|(title, ensure)| (title.to_owned(), ensure.to_owned())));
}

#[test]
fn values_that_break_the_line_are_rejected() {
    let site = Site::new("", &[]);
    let refusal = |attribute: &str, value: Value| {
        site.trial.want("/x", &[(attribute, value)]).err().map(|error| error.message).unwrap_or_default()
    };
    assert_eq!(refusal("fstype", "a b".into()), "attribute 'fstype': it must not contain whitespace: a b");
    assert_eq!(refusal("options", "".into()), "attribute 'options': it must not be an empty string");
    assert_eq!(refusal("dump", 3.into()), "attribute 'dump': Invalid value 3. Valid values match /(0|1)/.");
    assert_eq!(refusal("pass", "first".into()), "attribute 'pass': 'first' is not a number");
    assert!(refusal("blockdevice", "/dev/rdsk/x".into()).contains("Solaris"));
}

#[test]
fn errors_are_reported_without_partial_changes() {
    let mut site = Site::new("", &[]);
    let log = site.fail("/mnt/x", &[("ensure", "defined".into()), ("device", "x".into())]);
    assert_eq!(log, ["ensure: change from 'absent' to 'defined' failed: Mount[/mnt/x]: Field 'fstype' is required"]);
    assert_eq!(site.table(), "");
    site.machine.on_command(failing);
    let log = site.fail("/mnt/x", &data("mounted"));
    let reason = "Execution of 'mount -- /mnt/x' returned 32: mount: /mnt/x: mount point does not exist.";
    assert_eq!(log, [format!("ensure: change from 'absent' to 'mounted' failed: {reason}")]);
    site.machine.put("/etc/fstab", FileNode::file("x"));
    site.machine.fail("read_text", Error::new(marotte_sdk::Code::Io, "Input/output error"));
    assert_eq!(site.fail("/mnt/x", &data("mounted")), ["Could not evaluate: Input/output error"]);
}

fn failing(_: &Command) -> Result<Output> {
    let stdout = b"mount: /mnt/x: mount point does not exist.\n".to_vec();
    Ok(Output { status: 32, stdout, stderr: Vec::new(), truncated: false })
}

#[test]
fn thousand_rows_read_each_file_once() {
    let table: String = (0..1000).map(|n| format!("tmpfs /mnt/{n} tmpfs defaults 0 0\n")).collect();
    let mut site = Site::new(&table, &["/proc"]);
    assert_eq!(site.apply("/mnt/999", &data("present")), [""; 0]);
    assert_eq!(site.machine.reads(), ["read_text", "read"].repeat(2));
}

#[test]
fn files_below_the_mount_point_require_the_mount() {
    let site = Site::new("", &[]);
    for (title, path) in
        [("a", "/mnt/a/x"), ("b", "/mnt//a/b c/y/"), ("c", "/mnt/a"), ("d", "/mnt/ab/x"), ("e", "/etc")]
    {
        site.machine
            .declare("file", CatalogResource { id: 9, title: title.to_owned(), values: vec![(0, path.into())] });
    }
    let below = |point: &str| {
        let wanted = site.trial.want(point, &data("mounted")).unwrap();
        let relations = Mount::relate(&wanted.row, &site.machine);
        relations.into_iter().flat_map(|relation| relation.titles).collect::<Vec<_>>()
    };
    assert_eq!(below("/mnt/a/"), ["a", "b"]);
    assert_eq!(below("/mnt/a/b c"), ["b"]);
    assert_eq!(below("/"), [""; 0]);
    assert_eq!(below("none"), [""; 0]);
}

const SWAP: &str = "/dev/sda2 none swap sw 0 0\n/dev/sdb2 none swap sw 0 0\n";

#[test]
fn swap_entry_to_remove_is_selected_by_device() {
    let mut site = Site::new(SWAP, &[]);
    for device in ["/dev/sda2", "/dev/sdc2"] {
        let mut site = Site::new("/dev/sdb2 none swap sw 0 0\n", &[]);
        assert_eq!(site.apply("none", &[("ensure", "absent".into()), ("device", device.into())]), [""; 0]);
    }
    let gone = ["ensure: undefined 'ensure' from 'unmounted'"];
    assert_eq!(site.apply("none", &[("ensure", "absent".into()), ("device", "/dev/sda2".into())]), gone);
    assert_eq!(site.table(), "/dev/sdb2 none swap sw 0 0\n");
    let mut site = Site::new(SWAP, &[]);
    assert_eq!(site.apply("none", &[("ensure", "absent".into()), ("device", "/dev/sdb2".into())]), gone);
    assert_eq!(site.table(), "/dev/sda2 none swap sw 0 0\n");
    // Puppet: without a device, the last entry is removed.
    let mut site = Site::new(SWAP, &[]);
    assert_eq!(site.fail("none", &[("ensure", "absent".into())]), gone);
    assert_eq!(site.table(), "/dev/sda2 none swap sw 0 0\n");
}

#[test]
fn swap_entry_to_change_is_selected_by_device() {
    let mut site = Site::new(SWAP, &[]);
    let wanted = [("ensure", "defined".into()), ("device", "/dev/sda2".into()), ("options", "pri=1".into())];
    assert_eq!(site.apply("none", &wanted), ["options: options changed 'sw' to 'pri=1'"]);
    assert_eq!(site.table(), "/dev/sda2\tnone\tswap\tpri=1\t0\t0\n/dev/sdb2 none swap sw 0 0\n");
}

#[test]
fn mount_point_is_removed_regardless_of_device() {
    let mut site = Site::new("/dev/a /mnt ext4 ro 0 0\n/dev/b /mnt ext4 ro 0 0\n", &[]);
    let wanted = [("ensure", "absent".into()), ("device", "/dev/c".into())];
    assert_eq!(site.apply("/mnt", &wanted), ["ensure: undefined 'ensure' from 'unmounted'"]);
    assert_eq!(site.table(), "");
}

#[test]
fn timeout_of_mount_is_an_error() {
    let mut site = Site::new("", &[]);
    site.machine.on_command(|_| Err(Error::new(Code::Timeout, "mount took longer than a minute")));
    let failed = "ensure: change from 'absent' to 'mounted' failed: mount took longer than a minute";
    assert_eq!(site.fail("/mnt/a", &data("mounted")), [failed]);
}

#[test]
fn escaped_mount_point_is_recognized_as_mounted() {
    for (name, written) in [("/mnt/#1", "/mnt/\\0431"), ("/mnt/ü", "/mnt/\\303\\274"), ("/mnt/\\134", "/mnt/\\134134")]
    {
        let mut site = Site::new("", &[written]);
        assert_eq!(site.apply(name, &data("mounted")), ["ensure: ensure changed 'ghost' to 'mounted'"], "{name}");
        assert_eq!(site.calls(), [""; 0], "{name}");
    }
}

#[test]
fn device_that_begins_with_a_hash_is_escaped() {
    let mut site = Site::new("# head\n", &[]);
    let wanted = [("ensure", "unmounted".into()), ("device", "#x #".into()), ("fstype", "x".into())];
    assert_eq!(site.apply("/mnt/a", &wanted).len(), 1);
    assert_eq!(site.table(), "# head\n\\043x\\040#\t/mnt/a\tx\tdefaults\t0\t0\n");
}

#[test]
fn invalid_utf8_in_another_mount_point_is_not_an_error() {
    let mut site = Site::new("", &[]);
    let list = b"tmpfs /media/caf\xe9 tmpfs rw 0 0\n\xff\xfe\ngarbage\n\ntmpfs /mnt/a tmpfs rw 0 0\n".to_vec();
    site.machine.put(MOUNTS, FileNode::file(list));
    assert_eq!(site.apply("/mnt/a", &data("mounted")), ["ensure: ensure changed 'ghost' to 'mounted'"]);
    site.machine.fail("read", Error::new(Code::Io, "Input/output error"));
    assert_eq!(site.fail("/mnt/a", &data("mounted")), ["Could not evaluate: Input/output error"]);
}

#[test]
fn table_that_is_not_utf8_is_left_unchanged() {
    let table = b"# gr\xfc\xdfe\ntmpfs /mnt/a tmpfs defaults 0 0\n".to_vec();
    let mut site = Site::new("", &[]);
    site.machine.put("/etc/fstab", FileNode::file(table.clone()));
    assert_eq!(site.fail("/mnt/a", &data("absent")), ["Could not evaluate: /etc/fstab is not UTF-8"]);
    assert_eq!(site.machine.node("/etc/fstab").unwrap().content, table);
}

#[test]
fn concurrent_changes_are_preserved() {
    let mut site = Site::new("tmpfs /mnt/a tmpfs defaults 0 0\n", &[]);
    let wanted = site.trial.want("/mnt/a", &[("options", "ro".into())]).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    site.machine.put("/etc/fstab", FileNode::file("# ünï\n/dev/sda1 / ext4 rw 0 1\nnone /mnt/a ramfs defaults\n"));
    Parsed.set(&site.machine, &wanted.row, &is, &[MountAttribute::Options]).unwrap();
    assert_eq!(site.table(), "# ünï\n/dev/sda1 / ext4 rw 0 1\nnone\t/mnt/a\tramfs\tro\t0\t0\n");
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let mut site = Site::new("", &["/mnt/a"]);
    site.machine.on_command(|_| {
        let stdout = b"umount: /mnt/a: Das Ziel wird gerade ben\xf6tigt.\n".to_vec();
        Ok(Output { status: 32, stdout, stderr: Vec::new(), truncated: false })
    });
    let messages = site.fail("/mnt/a", &data("absent"));
    assert!(
        messages[0].ends_with("returned 32: umount: /mnt/a: Das Ziel wird gerade ben\u{fffd}tigt."),
        "{messages:?}"
    );
}
