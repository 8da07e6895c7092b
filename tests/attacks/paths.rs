//! Paths that lead out of a tree, names with shell syntax, and pipes in place of files.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::process::Command;

use crate::scratch;

/// Row 63.
#[test]
fn links_and_dots_do_not_escape_the_root() {
    let scratch = scratch();
    let (root, outside) = (scratch.root(), scratch.path("outside"));
    fs::create_dir(&outside).unwrap();
    fs::create_dir(root.join("inside")).unwrap();
    let name = outside.display().to_string();
    for (link, target) in [
        ("absolute", name.as_str()),
        ("relative", "../outside"),
        ("inside/far", "../../../../../../outside"),
        ("process", &format!("/proc/self/root{name}")),
        ("directory", "/proc/self/cwd"),
        ("long", "inside/../../outside"),
    ] {
        symlink(target, root.join(link)).unwrap();
        for code in [
            format!("file {{ '/{link}/new': content => 'x' }}"),
            format!("file {{ '/{link}': ensure => directory, mode => '0700', recurse => true, purge => true }}"),
        ] {
            let _ = scratch.apply(&code, &[]);
            assert_eq!(fs::read_dir(&outside).unwrap().count(), 0, "{code} wrote outside of the root");
        }
    }
    let _ = scratch.apply("file { '/inside/../../outside/new': content => 'x' }", &[]);
    let secret = scratch.file("outside/secret", "canary");
    let code = format!("file {{ '/copy': source => '{}' }}", secret.display());
    let _ = scratch.apply(&code, &[]).expect(4);
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert!(!root.join("copy").exists(), "a source outside of the root was read");
}

/// Row 69.
#[test]
fn purge_does_not_interpret_names() {
    let scratch = scratch();
    let directory = scratch.root().join("dir");
    fs::create_dir(&directory).unwrap();
    let mark = scratch.path("mark");
    let commands = format!("$(touch {})", mark.display()).replace('/', "\u{2215}");
    let names = ["it's", "-rf", "*", "a\nb", "\u{1b}[31mred", "; touch mark", "`id`", "a b", "%s", "\\", &commands];
    for name in names {
        fs::write(directory.join(name), "").unwrap();
    }
    fs::write(scratch.root().join("beside"), "").unwrap();
    let outcome = scratch.apply("file { '/dir': ensure => directory, recurse => true, purge => true }", &[]).expect(2);
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0, "{}", outcome.stderr);
    assert!(scratch.root().join("beside").exists() && !mark.exists());
    assert!(!outcome.stdout.contains('\u{1b}'), "{}", outcome.stdout);
}

/// Row 72.
#[test]
fn pipes_instead_of_files_do_not_block() {
    let scratch = scratch();
    let pipe = scratch.root().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for code in [
        "file { '/pipe': content => 'x' }",
        "file { '/copy': source => '/pipe' }",
        "file_line { 'x': path => '/pipe', line => 'x' }",
        "ini_setting { 'x': path => '/pipe', section => 'a', setting => 'b', value => 'c' }",
    ] {
        let outcome = scratch.apply(code, &[]);
        assert!(outcome.code.is_some(), "{code}: {}", outcome.stderr);
        let is_pipe = fs::symlink_metadata(&pipe).is_ok_and(|found| found.file_type().is_fifo());
        if !is_pipe {
            fs::remove_file(&pipe).unwrap();
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        }
    }
}
