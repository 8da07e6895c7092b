//! SELinux labels in a root whose own files enable SELinux. Without SELinux, the kernel permits only root to write
//! labels.

use std::fs;
use std::path::Path;

use marotte_tests::{Outcome, Scratch};
use rustix::fs::XattrFlags;

use crate::scratch;

const ATTRIBUTE: &str = "security.selinux";

/// ext4, XFS, Btrfs, tmpfs.
const LABELLED: [u64; 4] = [0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994];

const POLICY: &str = "\
/.*\tsystem_u:object_r:default_t:s0
/etc(/.*)?\tsystem_u:object_r:etc_t:s0
/etc/secret\t--\tsystem_u:object_r:shadow_t:s0
";

/// Creates a root with labels, one of which differs from the policy. Returns `None` if labels are not supported.
fn labelled() -> Option<Scratch> {
    let scratch = scratch();
    let root = scratch.root();
    for (path, text) in [
        ("sys/fs/selinux/enforce", "1"),
        ("etc/selinux/config", "SELINUX=enforcing\nSELINUXTYPE=targeted\n"),
        ("etc/selinux/targeted/contexts/files/file_contexts", POLICY),
        ("etc/secret", "old\n"),
        ("srv/kept", "old\n"),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("the initial tree");
        fs::write(path, text).expect("the initial tree");
    }
    let kind = rustix::fs::statfs(&root).expect("the initial tree").f_type;
    if !u64::try_from(kind).is_ok_and(|kind| LABELLED.contains(&kind)) {
        skip("the scratch directory is on a filesystem that is not labelled");
        return None;
    }
    for (path, label) in [("etc/secret", "user_u:object_r:tmp_t:s0"), ("srv/kept", "system_u:object_r:mine_t:s0:c7")] {
        if rustix::fs::setxattr(root.join(path), ATTRIBUTE, label.as_bytes(), XattrFlags::empty()).is_err() {
            skip("only root may write labels");
            return None;
        }
    }
    Some(scratch)
}

#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
fn skip(why: &str) {
    eprintln!("SKIPPED: labels: {why}");
}

fn label(path: &Path) -> String {
    let mut label = [0; 256];
    let length = rustix::fs::lgetxattr(path, ATTRIBUTE, &mut label).expect("the label");
    String::from_utf8_lossy(&label[..length]).trim_end_matches('\0').to_owned()
}

fn undo(scratch: &Scratch) -> Outcome {
    let state = scratch.path("state").display().to_string();
    scratch.run(&["undo", "--vardir", &state])
}

#[test]
fn new_files_get_the_policys_label_and_existing_ones_keep_theirs() {
    let Some(scratch) = labelled() else { return };
    let code = "
        file { '/etc/new': content => 'x' }
        file { '/etc/mine': content => 'x', seltype => 'mine_t' }
        file { '/srv/directory': ensure => directory }
        file { '/srv/link': ensure => link, target => '/etc/new' }
        file { '/srv/kept': content => 'new', selinux_ignore_defaults => true }
    ";
    let _ = scratch.apply(code, &[]).expect(2).is_silent_about("Warning");
    for (path, expected) in [
        ("etc/new", "system_u:object_r:etc_t:s0"),
        ("etc/mine", "system_u:object_r:mine_t:s0"),
        ("srv/directory", "system_u:object_r:default_t:s0"),
        ("srv/link", "system_u:object_r:default_t:s0"),
        ("srv/kept", "system_u:object_r:mine_t:s0:c7"),
    ] {
        assert_eq!(label(&scratch.root().join(path)), expected, "{path}");
    }
    let _ = scratch.apply(code, &[]).expect(0);
}

#[test]
fn label_is_corrected_and_restored_by_undo() {
    let Some(scratch) = labelled() else { return };
    let secret = scratch.root().join("etc/secret");
    let code = "file { '/etc/secret': content => \"new\\n\" }";
    let planned = scratch.apply(code, &["--noop"]).says("seltype: current_value 'tmp_t', should be 'shadow_t' (noop)");
    assert_eq!((planned.code, label(&secret).as_str()), (Some(0), "user_u:object_r:tmp_t:s0"));
    let _ = scratch.apply(code, &[]).expect(2).says("seltype: seltype changed 'tmp_t' to 'shadow_t'");
    assert_eq!(label(&secret), "system_u:object_r:shadow_t:s0");
    let _ = undo(&scratch).expect(0);
    assert_eq!(label(&secret), "user_u:object_r:tmp_t:s0");
    assert_eq!(fs::read_to_string(&secret).unwrap(), "old\n");
}

#[test]
fn file_line_keeps_the_label() {
    let Some(scratch) = labelled() else { return };
    let code = "file_line { 'x': path => '/srv/kept', line => 'x' }";
    let _ = scratch.apply(code, &[]).expect(2);
    assert_eq!(label(&scratch.root().join("srv/kept")), "system_u:object_r:mine_t:s0:c7");
}
