//! Owns the tests of making and removing.

use marotte_sdk::system::{Kind, Level};

use super::*;

#[test]
fn content_alone_makes_a_file() {
    let machine = machine();
    assert_eq!(
        settles(&machine, "/f/a", &[("content", text("hello"))]),
        [format!("ensure: defined content as '{HELLO}'")]
    );
    assert_eq!(machine.node("/f/a").unwrap(), Node::file("hello"));
}

#[test]
fn present_makes_an_empty_file_and_takes_what_is_there() {
    let machine = machine();
    assert_eq!(settles(&machine, "/f/a", &[("ensure", text("present"))]), ["ensure: created"]);
    assert_eq!(apply(&machine, "/f", &[("ensure", text("present"))]), [""; 0]);
}

#[test]
fn a_folder_needs_the_one_above_it() {
    let machine = machine();
    assert_eq!(settles(&machine, "/f/d", &[("ensure", text("directory"))]), ["ensure: created"]);
    assert_eq!(machine.node("/f/d").unwrap().mode, 0o755);
    assert_eq!(
        apply(&machine, "/g/d", &[("ensure", text("directory"))]),
        ["ensure: change from 'absent' to 'directory' failed: Cannot create /g/d; parent directory /g does not exist"]
    );
    assert_eq!(
        apply(&machine, "/g/x", &[("ensure", text("file"))]),
        ["ensure: change from 'absent' to 'file' failed: Could not set 'file' on ensure: No such file or directory - \
          A directory component in /g/x does not exist or is a dangling symbolic link"]
    );
}

#[test]
fn absent_removes() {
    let machine = machine();
    machine.put("/f/a", Node::file("x"));
    assert_eq!(settles(&machine, "/f/a", &[("ensure", text("absent"))]), ["ensure: removed"]);
    assert_eq!(machine.node("/f/a"), None);
    machine.put("/f/a", Node::file("x"));
    assert_eq!(settles(&machine, "/f/a", &[("ensure", text("false"))]), ["ensure: removed"]);
}

#[test]
fn a_folder_is_only_removed_with_force() {
    let machine = machine();
    machine.put("/f/d/x", Node::file("x"));
    assert_eq!(apply(&machine, "/f/d", &[("ensure", text("absent"))]), ["ensure: removed"]);
    assert_eq!(machine.logged(Level::Notice), ["Not removing directory; use 'force' to override"]);
    assert!(machine.node("/f/d/x").is_some());
    assert_eq!(settles(&machine, "/f/d", &[("ensure", text("absent")), ("force", true.into())]), ["ensure: removed"]);
    assert_eq!(machine.node("/f/d"), None);
}

#[test]
fn one_kind_takes_the_place_of_another() {
    let machine = machine();
    machine.put("/f/a", Node::file("x")).put("/f/l", Node::symlink("/x")).put("/f/d/x", Node::file("x"));
    assert_eq!(
        settles(&machine, "/f/a", &[("ensure", text("directory"))]),
        ["ensure: ensure changed 'file' to 'directory'"]
    );
    assert_eq!(settles(&machine, "/f/l", &[("ensure", text("file"))]), ["ensure: ensure changed 'link' to 'file'"]);
    assert_eq!(machine.node("/f/l").unwrap(), Node::file(""));
    let attributes = [("ensure", text("file")), ("content", text("hello")), ("force", true.into())];
    assert_eq!(settles(&machine, "/f/d", &attributes), [format!("ensure: defined content as '{HELLO}'")]);
}

#[test]
fn a_folder_stays_in_the_way() {
    let machine = machine();
    machine.put("/f/d/x", Node::file("x"));
    assert_eq!(
        apply(&machine, "/f/d", &[("ensure", text("file")), ("content", text("x"))]),
        ["ensure: change from 'directory' to 'file' failed: Could not set 'file' on ensure: Is a directory - \
          Is a directory: /f/d"]
    );
    assert_eq!(
        apply(&machine, "/f/d", &[("ensure", text("link")), ("target", text("/x"))]),
        ["ensure: change from 'directory' to 'link' failed: Could not remove existing file"]
    );
    assert_eq!(machine.logged(Level::Notice).len(), 4);
    assert!(machine.node("/f/d/x").is_some());
}

#[test]
fn a_device_is_not_removed() {
    let machine = machine();
    machine.put("/f/n", Node { kind: Kind::CharDevice, ..Node::file("") });
    assert_eq!(
        apply(&machine, "/f/n", &[("ensure", text("absent"))]),
        ["ensure: change from 'characterSpecial' to 'absent' failed: Could not remove files of type characterSpecial"]
    );
}

#[test]
fn nothing_is_made_without_ensure_or_content() {
    assert_eq!(apply(&machine(), "/f/a", &[("mode", text("0600"))]), [""; 0]);
}
