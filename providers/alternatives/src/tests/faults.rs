//! Tests of failing tools, damaged files, concurrent changes and hostile names.

use marotte_sdk::fake::{FileNode, ProviderTest};
use marotte_sdk::{Code, Error, Provider as _, Value};

use super::{EDITOR, Site, text};
use crate::entry::Entries;
use crate::selection::Selection;
use crate::{AlternativesAttribute, Component};

fn nano(ensure: &str) -> [(&str, Value); 4] {
    [text("name", "/bin/nano"), text("ensure", ensure), text("altname", "editor"), ("priority", 40.into())]
}

#[test]
fn timeout_of_the_tool_is_reported() {
    let site = Site::new();
    site.machine.on_command(|_| Err(Error::new(Code::Timeout, "update-alternatives took longer than a minute")));
    let messages = site.select("editor", &[text("path", "/usr/bin/vim")]);
    let words = "failed: update-alternatives took longer than a minute";
    assert_eq!(messages, [format!("path: change from '/bin/nano' to '/usr/bin/vim' {words}")]);
    let messages = site.entry(&nano("absent"));
    assert_eq!(messages, [format!("ensure: change from 'present' to 'absent' {words}")]);
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let site = Site::new();
    site.machine.on_command(|_| {
        let stdout = b"update-alternatives: Fehler: ung\xfcltig\n".to_vec();
        Ok(marotte_sdk::system::Output { status: 2, stdout, stderr: Vec::new(), truncated: false })
    });
    let messages = site.select("editor", &[text("path", "/usr/bin/vim")]);
    assert!(messages[0].ends_with("returned 2: update-alternatives: Fehler: ung\u{fffd}ltig"), "{messages:?}");
}

#[test]
fn unreadable_file_does_not_hide_other_names() {
    for garbage in [&b"garbage"[..], b"auto\n/usr/bin/\xff\n\n", b""] {
        let site = Site::new();
        site.machine.put("/var/lib/dpkg/alternatives/awk", FileNode::file(garbage));
        assert_eq!(site.entry(&nano("present")), [""; 0]);
        let mut trial: ProviderTest<Entries> = ProviderTest::new::<Component>(&site.machine, "dpkg");
        let other = [text("altlink", "/usr/bin/awk"), text("altname", "awk"), ("priority", 1.into())];
        let wanted = trial.prepare("/bin/mawk", &other).unwrap();
        let messages = trial.apply(&wanted);
        assert!(messages[0].starts_with("Could not evaluate: /var/lib/dpkg/alternatives/awk "), "{messages:?}");
        assert!(trial.instances().is_err());
        assert_eq!(site.ran(), [""; 0]);
    }
}

#[test]
fn unfinished_file_is_ignored() {
    let site = Site::new();
    site.machine.put("/var/lib/dpkg/alternatives/editor.dpkg-tmp", FileNode::file("au"));
    site.machine.put("/var/lib/dpkg/alternatives/directory", FileNode::directory());
    assert_eq!(site.entry(&nano("present")), [""; 0]);
    let listed = ProviderTest::<Selection>::new::<Component>(&site.machine, "dpkg").instances().unwrap();
    assert_eq!(listed.iter().map(|found| found.title.as_str()).collect::<Vec<_>>(), ["editor"]);
    site.machine.put("/var/lib/alternatives/java", FileNode::file("auto\n/usr/bin/java\n\n"));
    site.machine.put("/var/lib/alternatives/java.new", FileNode::file(""));
    assert_eq!(ProviderTest::<Selection>::new::<Component>(&site.machine, "rpm").instances().unwrap().len(), 1);
}

#[test]
fn concurrently_removed_name_has_no_programs() {
    let site = Site::new();
    site.machine.fail("read_text", Error::new(Code::NotFound, "No such file or directory"));
    assert_eq!(site.entry(&nano("absent")), [""; 0]);
}

#[test]
fn concurrent_selection_is_kept() {
    let site = Site::new();
    let mut trial: ProviderTest<Selection> = ProviderTest::new::<Component>(&site.machine, "dpkg");
    let wanted = trial.prepare("editor", &[text("mode", "manual")]).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    assert_eq!(is.path.as_deref(), Some("/bin/nano"));
    site.machine.put("/etc/alternatives/editor", FileNode::symlink("/usr/bin/vim"));
    let mut provider = <Selection as marotte_sdk::Open>::open("dpkg", &[]).unwrap();
    provider.set(&site.machine, &wanted.row, &is, &[AlternativesAttribute::Mode]).unwrap();
    assert_eq!(site.ran(), ["--set editor /usr/bin/vim"]);
}

#[test]
fn names_and_programs_can_have_any_characters() {
    for name in ["it's", "\"q\"", "ünï", "$(id)", "x.1"] {
        let site = Site::new();
        site.machine.put(&format!("/var/lib/dpkg/alternatives/{name}"), FileNode::file(EDITOR));
        site.machine.put(&format!("/etc/alternatives/{name}"), FileNode::symlink("/bin/nano"));
        for path in ["/opt/a b/'vim'", "/opt/ünï", "/opt/new\nline"] {
            let messages = site.select(name, &[text("path", path)]);
            assert_eq!(messages, [format!("path: path changed '/bin/nano' to '{path}'")]);
            assert_eq!(site.ran(), [format!("--set {name} {path}")]);
        }
    }
}

#[test]
fn each_of_a_thousand_names_is_read_once() {
    let site = Site::new();
    for number in 0..1000 {
        let file = format!("auto\n/usr/bin/n{number}\n\n/opt/n{number}\n1\n");
        site.machine.put(&format!("/var/lib/dpkg/alternatives/n{number}"), FileNode::file(file));
    }
    let trial: ProviderTest<Entries> = ProviderTest::new::<Component>(&site.machine, "dpkg");
    let want = |number: u32| {
        let link = format!("/usr/bin/n{number}");
        let all = [text("altlink", &link), text("altname", "x"), ("priority", 1.into())];
        trial.prepare(&format!("/opt/n{number}"), &all).unwrap().row
    };
    let rows: Vec<_> = (0..1000).map(want).collect();
    let mut provider = <Entries as marotte_sdk::Open>::open("dpkg", &[]).unwrap();
    let states = provider.get(&site.machine, &rows);
    assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(crate::Ensure::Present)));
    assert_eq!(site.machine.reads().len(), 1002, "the directory, the thousand names and the existing one");
}
