//! Tests of `recurse`: the resources that a directory generates.

use marotte_sdk::Error;
use marotte_sdk::prelude::*;
use marotte_sdk::system::CatalogResource;

use super::*;

/// Creates a system with empty files.
fn tree(paths: &[&str]) -> FakeSystem {
    let machine = machine();
    for path in paths {
        machine.put(path, FileNode::file(""));
    }
    machine
}

fn expand(machine: &FakeSystem, attributes: &[(&str, Value)]) -> Result<Vec<String>> {
    let mut trial = trial(machine);
    let wanted = trial.prepare("/d", attributes).unwrap();
    trial.expand(&wanted)
}

fn children(machine: &FakeSystem, attributes: &[(&str, Value)]) -> Vec<String> {
    expand(machine, attributes).unwrap()
}

fn recurse() -> (&'static str, Value) {
    ("recurse", true.into())
}

#[test]
fn files_get_the_attributes_of_the_directory() {
    let machine = tree(&["/d/a", "/d/s/b", "/d/.h"]);
    let attributes = [("ensure", text("directory")), recurse(), ("mode", text("640")), ("owner", text("bin"))];
    let expected = [
        "File[/d/.h]: path => '/d/.h', owner => 'bin', mode => '0640'",
        "File[/d/a]: path => '/d/a', owner => 'bin', mode => '0640'",
        "File[/d/s]: path => '/d/s', owner => 'bin', mode => '0640'",
        "File[/d/s/b]: path => '/d/s/b', owner => 'bin', mode => '0640'",
    ];
    assert_eq!(children(&machine, &attributes), expected);
    assert_eq!(children(&machine, &[("mode", text("640"))]), [""; 0], "nothing without recurse");
}

#[test]
fn resources_are_ordered_by_path() {
    let machine = tree(&["/d/a/b", "/d/a-b", "/d/a.b"]);
    let titles: Vec<String> = children(&machine, &[recurse()]).iter().map(|line| line[5..10].to_owned()).collect();
    assert_eq!(titles, ["/d/a]", "/d/a-", "/d/a.", "/d/a/"]);
}

#[test]
fn recurselimit_and_ignore_restrict_recursion() {
    let machine = tree(&["/d/a", "/d/s/b", "/d/s/t/c", "/d/x.bak", "/d/.git/y"]);
    let titles = |more: &[(&str, Value)]| {
        let lines = children(&machine, &[&[recurse()], more].concat());
        lines.iter().map(|line| line.split(']').next().unwrap_or_default()[8..].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles(&[("recurselimit", Value::Integer(0))]), [""; 0]);
    assert_eq!(titles(&[("recurselimit", Value::Integer(1))]), [".git", "a", "s", "x.bak"]);
    assert_eq!(titles(&[("ignore", text("*"))]), [".git"]);
    assert_eq!(titles(&[("ignore", vec![".*", "*.bak", "t"].into())]), ["a", "s", "s/b"]);
}

#[test]
fn unmanaged_files_are_purged() {
    let machine = tree(&["/d/a", "/d/b", "/s/a"]);
    let purge = [recurse(), ("purge", true.into()), ("force", true.into())];
    let expected = [
        "File[/d/a]: path => '/d/a', ensure => 'absent', force => true, purge => true",
        "File[/d/b]: path => '/d/b', ensure => 'absent', force => true, purge => true",
    ];
    assert_eq!(children(&machine, &purge), expected);
    let source = [&purge[..], &[("source", vec!["/s"].into())]].concat();
    let lines = children(&machine, &source);
    assert!(lines[0].contains("source => ['/s/a']") && !lines[0].contains("ensure"), "{lines:?}");
    assert_eq!(lines[1], expected[1]);
    // A directory to be removed generates no files from its source.
    assert_eq!(children(&machine, &[&source[..], &[("ensure", text("absent"))]].concat()), expected);
}

#[test]
fn declared_resources_are_not_generated() {
    let machine = tree(&["/d/a", "/d/b", "/d/s/x", "/d/s2"]);
    let found =
        |title: &str, path: &str| CatalogResource { id: 2, title: title.into(), values: vec![(0, path.into())] };
    machine
        .declare("file", found("/d", "/d"))
        .declare("file", found("named", "/d/a"))
        .declare("file", found("/d/s", "/d/s"));
    let lines = children(&machine, &[recurse()]);
    assert_eq!(lines, ["File[/d/b]: path => '/d/b'", "File[/d/s2]: path => '/d/s2'"]);
}

#[test]
fn first_existing_source_or_all_sources_are_copied() {
    let machine = tree(&["/one/a", "/one/s/b", "/two/a", "/two/c", "/d/own"]);
    let sources = ("source", Value::from(vec!["/none", "/one", "/two"]));
    let remote = [("recurse", text("remote")), sources.clone()];
    let expected = [
        "File[/d/a]: path => '/d/a', source => ['/one/a']",
        "File[/d/s]: path => '/d/s', source => ['/one/s']",
        "File[/d/s/b]: path => '/d/s/b', source => ['/one/s/b']",
    ];
    assert_eq!(children(&machine, &remote), expected);
    let lines = children(&machine, &[&remote[..], &[("sourceselect", text("all"))]].concat());
    assert_eq!(lines[0], "File[/d/a]: path => '/d/a', source => ['/one/a'], sourceselect => 'all'");
    assert_eq!(lines[1], "File[/d/c]: path => '/d/c', source => ['/two/c'], sourceselect => 'all'");
    assert_eq!(lines.len(), 4);
    let lines = children(&machine, &[recurse(), sources]);
    assert_eq!(lines[1], "File[/d/own]: path => '/d/own'");
}

#[test]
fn source_that_is_a_file_generates_nothing() {
    let machine = tree(&["/one", "/two/a", "/d/own"]);
    let sources =
        |sources: Vec<&str>| [("recurse", text("remote")), ("source", sources.into()), ("sourceselect", text("all"))];
    assert_eq!(children(&machine, &sources(vec!["/two", "/one"])), [""; 0]);
    assert_eq!(children(&machine, &sources(vec!["/none"])), [""; 0]);
}

#[test]
fn links_are_copied_or_followed() {
    let machine = tree(&["/one/s/b"]);
    machine.put("/one/l", FileNode::symlink("s")).put("/way", FileNode::symlink("/one"));
    let copy = |source: &str, links: &str| {
        let attributes = [("recurse", text("remote")), ("source", vec![source].into()), ("links", text(links))];
        children(&machine, &attributes)
            .iter()
            .map(|line| line[6..].split(']').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(copy("/one", "manage"), ["d/l", "d/s", "d/s/b"]);
    assert_eq!(copy("/one", "follow"), ["d/l", "d/l/b", "d/s", "d/s/b"]);
    assert_eq!(copy("/way", "manage"), [""; 0]);
    assert_eq!(copy("/way", "follow").len(), 4);
}

#[test]
fn recursion_into_a_target_is_rejected() {
    for how in [("target", text("/one")), ("ensure", text("/one"))] {
        assert_eq!(refused("/d", &[recurse(), how]), "recurse with a target is not supported");
    }
}

#[test]
fn names_can_have_any_characters() {
    let names = ["-rf", "a b", "'q\"", "new\nline", "[x]", "ü", "%20", "*"];
    let machine = tree(&names.map(|name| format!("/s/{name}")).each_ref().map(String::as_str));
    let attributes = [("source", vec!["/s"].into()), ("recurse", text("remote"))];
    let mut trial = trial(&machine);
    let wanted = trial.prepare("/d", &attributes).unwrap();
    assert_eq!(trial.expand(&wanted).unwrap().len(), names.len());
    for name in names {
        let path = format!("/f/{name}");
        assert_eq!(settles(&machine, &path, &[("source", vec![format!("/s/{name}")].into())]).len(), 1, "{name}");
        assert!(machine.node(&path).is_some());
    }
}

#[test]
fn failed_or_oversized_listing_fails_the_directory() {
    let machine = tree(&["/d/a", "/d/b"]);
    let limited = expand(&machine, &[recurse(), ("max_files", Value::Integer(1))]).unwrap_err();
    assert!(
        limited.message.starts_with("The directory '/d' contains 2 entries, which exceeds the limit of 1 specified")
    );
    machine.fail("walk", Error::new(Code::Denied, "Permission denied"));
    assert_eq!(expand(&machine, &[recurse()]).unwrap_err().message, "Permission denied");
    machine.fail("walk", Error::new(Code::NotFound, "it was removed"));
    assert_eq!(children(&machine, &[recurse()]), [""; 0]);
}

#[test]
fn purged_directory_is_not_backed_up_twice() {
    let machine = tree(&["/f/d/x"]);
    let gone = [("ensure", text("absent")), ("force", true.into()), ("backup", text(".old"))];
    assert_eq!(settles(&machine, "/f/d", &[&gone[..], &[recurse()]].concat()), ["ensure: removed"]);
    assert!(machine.node("/f/d.old").is_some(), "the copy contains the whole directory");
}
