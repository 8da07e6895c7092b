//! Access control lists, extended attributes, capabilities and inode flags of replaced and restored files.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use marotte_tests::{Outcome, Scratch};
use rustix::fs::{IFlags, XattrFlags};

use crate::scratch;

const ACCESS: &str = "system.posix_acl_access";
const DEFAULT: &str = "system.posix_acl_default";
const CAPABILITY: &str = "security.capability";

/// Returns an access control list with read and write access for a user, the given permissions for the owning group,
/// and a mask of read and write.
fn acl(owning_group: u16) -> Vec<u8> {
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in
        [(1_u16, 6_u16, u32::MAX), (2, 6, 4321), (4, owning_group, u32::MAX), (16, 6, u32::MAX), (32, 0, u32::MAX)]
    {
        list.extend(tag.to_le_bytes());
        list.extend(permissions.to_le_bytes());
        list.extend(id.to_le_bytes());
    }
    list
}

/// Returns an attribute with the capability to bind low ports, permitted and effective.
fn capability() -> Vec<u8> {
    [0x0200_0001_u32, 1 << 10, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn set(path: &Path, name: &str, value: &[u8]) -> bool {
    rustix::fs::setxattr(path, name, value, XattrFlags::empty()).is_ok()
}

fn get(path: &Path, name: &str) -> Option<Vec<u8>> {
    let mut value = [0; 1024];
    let length = rustix::fs::getxattr(path, name, &mut value[..]).ok()?;
    Some(value[..length].to_vec())
}

#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
fn skip(why: &str) {
    eprintln!("SKIPPED: metadata: {why}");
}

/// Creates a root with a file. Returns `None` if the filesystem does not support one of the attributes.
fn with(attributes: &[(&str, &[u8])]) -> Option<(Scratch, PathBuf)> {
    let scratch = scratch();
    let file = scratch.root().join("file");
    fs::write(&file, "old\n").expect("the initial file");
    for (name, value) in attributes {
        if !set(&file, name, value) {
            skip(&format!("this user cannot set '{name}' on the filesystem of the scratch directory"));
            return None;
        }
    }
    Some((scratch, file))
}

fn with_acl() -> Option<(Scratch, PathBuf)> {
    with(&[(ACCESS, &acl(0)), ("user.origin", b"here")])
}

fn undo(scratch: &Scratch, flags: &[&str]) -> Outcome {
    undo_with(scratch, flags, &[])
}

fn undo_with(scratch: &Scratch, flags: &[&str], variables: &[(&str, &str)]) -> Outcome {
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    let mut arguments = vec!["undo", "--root", &root, "--vardir", &state, "--detailed-exitcodes"];
    arguments.extend(flags);
    scratch.run_with(&arguments, variables)
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("the file").permissions().mode() & 0o7777
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("the file")
}

#[test]
fn replaced_file_keeps_acl_and_extended_attributes() {
    for attributes in ["content => 'new'", "content => 'new', validate_cmd => '/bin/test -s %'"] {
        let Some((scratch, file)) = with_acl() else { return };
        let _ = scratch.apply(&format!("file {{ '/file': {attributes} }}"), &[]).expect(2);
        assert_eq!((text(&file).as_str(), mode(&file)), ("new", 0o660));
        assert_eq!(get(&file, ACCESS), Some(acl(0)), "the owning group gains nothing");
        assert_eq!(get(&file, "user.origin").as_deref(), Some(&b"here"[..]));
    }
}

#[test]
fn explicit_mode_removes_acl_and_undo_restores_it() {
    for content in ["", "content => 'new', "] {
        for (wanted, result) in [("0660", 0o660), ("0600", 0o600), ("0640", 0o640), ("u+x", 0o700), ("g+r", 0o640)] {
            let Some((scratch, file)) = with_acl() else { return };
            let code = format!("file {{ '/file': {content}mode => '{wanted}' }}");
            let _ = scratch.apply(&code, &[]).expect(2).says("mode: mode changed '0");
            assert_eq!((get(&file, ACCESS), mode(&file)), (None, result), "{wanted}");
            assert_eq!(get(&file, "user.origin").as_deref(), Some(&b"here"[..]));
            let _ = scratch.apply(&code, &[]).expect(0);
            let _ = undo(&scratch, &[]).expect(2);
            assert_eq!((get(&file, ACCESS), mode(&file), text(&file).as_str()), (Some(acl(0)), 0o660, "old\n"));
        }
    }
}

#[test]
fn explicit_mode_removes_acl_of_a_directory_and_undo_restores_it() {
    let scratch = scratch();
    let directory = scratch.root().join("shared");
    fs::create_dir(&directory).expect("a directory");
    if !set(&directory, ACCESS, &acl(4)) || !set(&directory, DEFAULT, &acl(4)) {
        return skip("the filesystem of the scratch directory has no access control lists");
    }
    let code = "file { '/shared': ensure => directory, mode => '0770' }";
    let _ = scratch.apply(code, &[]).expect(2);
    assert_eq!((get(&directory, ACCESS), mode(&directory)), (None, 0o770));
    assert_eq!(get(&directory, DEFAULT), Some(acl(4)), "the list of new files is not that of the directory");
    let _ = undo(&scratch, &[]).expect(2);
    assert_eq!((get(&directory, ACCESS), mode(&directory)), (Some(acl(4)), 0o660));
}

#[test]
fn undo_restores_removed_directory_with_its_acl() {
    let scratch = scratch();
    let directory = scratch.root().join("shared");
    fs::create_dir(&directory).expect("a directory");
    if !set(&directory, DEFAULT, &acl(4)) || !set(&directory, "user.origin", b"here") {
        return skip("the filesystem of the scratch directory has no access control lists or extended attributes");
    }
    let _ = scratch.apply("file { '/shared': ensure => absent, force => true }", &[]).expect(2);
    assert!(!directory.exists());
    let _ = undo(&scratch, &[]).expect(2);
    assert_eq!((get(&directory, DEFAULT), get(&directory, "user.origin")), (Some(acl(4)), Some(b"here".to_vec())));
}

#[test]
fn default_acl_does_not_widen_an_explicit_mode() {
    let scratch = scratch();
    let directory = scratch.root().join("shared");
    fs::create_dir(&directory).expect("a directory");
    if !set(&directory, DEFAULT, &acl(6)) {
        return skip("the filesystem of the scratch directory has no access control lists");
    }
    let code = "
        file { '/shared/key': content => Sensitive('secret'), mode => '0640' }
        file { '/shared/sub': ensure => directory, mode => '0750' }
        file { '/shared/common': content => 'x' }";
    let _ = scratch.apply(code, &[]).expect(2);
    for (name, expected) in [("key", 0o640), ("sub", 0o750)] {
        assert_eq!((get(&directory.join(name), ACCESS), mode(&directory.join(name))), (None, expected), "{name}");
    }
    let common = directory.join("common");
    assert!(get(&common, ACCESS).is_some() && mode(&common) == 0o644, "without a mode the list is inherited");
    fs::write(directory.join("key"), "other").expect("the file");
    let _ = scratch.apply(code, &[]).expect(2);
    assert_eq!((get(&directory.join("key"), ACCESS), mode(&directory.join("key"))), (None, 0o640));
}

#[test]
fn undo_restores_inode_with_acl_and_other_names() {
    let Some((scratch, file)) = with_acl() else { return };
    let other = scratch.root().join("other");
    fs::hard_link(&file, &other).expect("another name");
    let inode = |path: &Path| fs::metadata(path).expect("the file").ino();
    let _ = scratch.apply("file { '/file': content => 'new', mode => '0600' }", &[]).expect(2);
    assert_ne!(inode(&file), inode(&other));
    let _ = undo(&scratch, &[]).expect(2);
    assert_eq!((inode(&file), text(&file).as_str()), (inode(&other), "old\n"));
    assert_eq!((fs::metadata(&file).expect("the file").nlink(), get(&file, ACCESS)), (2, Some(acl(0))));
}

#[test]
fn undo_of_the_same_run_can_be_repeated() {
    let Some((scratch, file)) = with_acl() else { return };
    let _ = scratch.apply("file { '/file': content => 'new', mode => '0600' }", &[]).expect(2);
    for undone in [2, 4] {
        let _ = undo(&scratch, &["1"]).expect(2);
        assert_eq!((text(&file).as_str(), get(&file, ACCESS), mode(&file)), ("old\n", Some(acl(0)), 0o660));
        assert_eq!(get(&file, "user.origin").as_deref(), Some(&b"here"[..]));
        let _ = undo(&scratch, &[&undone.to_string()]).expect(2);
        assert_eq!((text(&file).as_str(), get(&file, ACCESS), mode(&file)), ("new", None, 0o600));
    }
}

#[test]
fn undo_killed_after_it_renamed_the_inode_back_can_be_repeated() {
    let Some((scratch, file)) = with_acl() else { return };
    let _ = scratch.apply("file { '/file': content => 'new' }", &[]).expect(2);
    let killed = undo_with(&scratch, &[], &[("MAROTTE_TEST_KILL_AFTER", "1")]);
    assert_eq!(killed.code, None, "{}", killed.stderr);
    assert_eq!((text(&file).as_str(), get(&file, ACCESS)), ("old\n", Some(acl(0))));
    let _ = undo(&scratch, &["2"]).expect(2);
    assert_eq!(text(&file), "new");
    let _ = undo(&scratch, &["1"]).expect(2);
    assert_eq!((text(&file).as_str(), get(&file, ACCESS)), ("old\n", Some(acl(0))));
}

#[test]
fn undo_restores_content_and_metadata_of_a_file_that_is_written_to() {
    let Some((scratch, file)) = with_acl() else { return };
    let mut daemon = OpenOptions::new().append(true).open(&file).expect("the file");
    let _ = scratch.apply("file { '/file': content => 'new', mode => '0600' }", &[]).expect(2);
    daemon.write_all(b"later\n").expect("the open file");
    let _ = undo(&scratch, &[]).expect(2);
    assert_eq!((text(&file).as_str(), get(&file, ACCESS), mode(&file)), ("old\n", Some(acl(0)), 0o660));
    assert_eq!(get(&file, "user.origin").as_deref(), Some(&b"here"[..]));
}

#[test]
fn undo_force_restores_saved_content_that_was_changed_through_another_name() {
    let Some((scratch, file)) = with(&[]) else { return };
    let other = scratch.root().join("other");
    fs::hard_link(&file, &other).expect("another name");
    let _ = scratch.apply("file { '/file': content => 'new' }", &[]).expect(2);
    fs::write(&other, "later\n").expect("the other name");
    let refused = undo(&scratch, &[]);
    assert_ne!(refused.code, Some(0));
    assert_eq!(text(&file), "new", "{}", refused.stderr);
    let forced = undo(&scratch, &["--force"]).expect(2);
    assert!(
        format!("{}{}", forced.stdout, forced.stderr).contains("has been changed since; it is restored as it is now")
    );
    assert_eq!(text(&file), "later\n");
}

#[test]
fn undo_keeps_a_file_whose_acl_was_changed_since() {
    let Some((scratch, file)) = with_acl() else { return };
    let _ = scratch.apply("file { '/file': content => 'new' }", &[]).expect(2);
    assert!(set(&file, ACCESS, &acl(4)));
    let refused = undo(&scratch, &[]);
    let _ = refused.complains("its access control list, extended attributes or flags have been changed since");
    assert_eq!((text(&file).as_str(), get(&file, ACCESS)), ("new", Some(acl(4))));
    let _ = undo(&scratch, &["--force"]).expect(2);
    assert_eq!((text(&file).as_str(), get(&file, ACCESS)), ("old\n", Some(acl(0))));
}

#[test]
fn replaced_file_keeps_inode_flags_and_undo_restores_them() {
    let Some((scratch, file)) = with(&[]) else { return };
    let flags = |path: &Path| File::open(path).and_then(|file| Ok(rustix::fs::ioctl_getflags(&file)?)).ok();
    let wanted = IFlags::NODUMP | IFlags::NOATIME;
    let opened = File::open(&file).expect("the file");
    let Some(found) = flags(&file) else { return skip("the filesystem of the scratch directory has no inode flags") };
    if rustix::fs::ioctl_setflags(&opened, found | wanted).is_err() {
        return skip("the filesystem of the scratch directory has no inode flags");
    }
    let carried = || flags(&file).expect("the flags") & wanted;
    let _ = scratch.apply("file { '/file': content => 'new' }", &[]).expect(2);
    assert_eq!((text(&file).as_str(), carried()), ("new", wanted));
    let _ = scratch.apply("file { '/file': ensure => absent }", &[]).expect(2);
    let _ = undo(&scratch, &[]).expect(2);
    assert_eq!((text(&file).as_str(), carried()), ("new", wanted));
}

#[test]
fn immutable_file_is_not_replaced() {
    let Some((scratch, file)) = with(&[]) else { return };
    let opened = File::open(&file).expect("the file");
    let change = |flags: IFlags| {
        let found = rustix::fs::ioctl_getflags(&opened)?;
        rustix::fs::ioctl_setflags(&opened, (found - IFlags::IMMUTABLE - IFlags::APPEND) | flags)
    };
    for (flag, error) in [
        (IFlags::IMMUTABLE, "the file is immutable; 'chattr -i /file' permits a change"),
        (IFlags::APPEND, "the file is append-only; 'chattr -a /file' permits a change"),
    ] {
        if change(flag).is_err() {
            return skip("only root can make files immutable, and not on every filesystem");
        }
        let outcome = scratch.apply("file { '/file': content => 'new' }", &[]);
        change(IFlags::empty()).expect("the flag can be removed");
        let _ = outcome.expect(4).complains(error);
        assert_eq!(text(&file), "old\n");
    }
}

#[test]
fn capabilities_are_kept_and_restored_by_undo() {
    let Some((scratch, file)) = with(&[(CAPABILITY, &capability())]) else { return };
    let _ = scratch.apply("file { '/file': content => 'new' }", &[]).expect(2);
    assert_eq!(get(&file, CAPABILITY), Some(capability()));
    let _ = scratch.apply("file { '/file': content => 'new', owner => 4321 }", &[]).expect(2);
    assert_eq!(get(&file, CAPABILITY), None, "the kernel removes them with the owner");
    let _ = undo(&scratch, &["2"]).expect(2);
    assert_eq!(get(&file, CAPABILITY), Some(capability()));
    let _ = undo(&scratch, &["1"]).expect(2);
    assert_eq!((get(&file, CAPABILITY), text(&file).as_str()), (Some(capability()), "old\n"));
}
