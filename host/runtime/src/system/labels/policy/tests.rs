//! Tests of `policy`.

use std::io::Write as _;

use super::*;

const LIST: &str = "\
# comment
/.*\tsystem_u:object_r:default_t:s0
/etc(/.*)?\tsystem_u:object_r:etc_t:s0
/etc/hosts\t--\tsystem_u:object_r:net_conf_t:s0
/etc/.*\\.key\t--\tsystem_u:object_r:key_t:s0
/etc/keys?/.*\tsystem_u:object_r:keys_t:s0
/srv/a\\.b(/.*)?\tsystem_u:object_r:dotted_t:s0
/run/.*\t<<none>>
/run/x(/.*)?\t-d\tsystem_u:object_r:x_t:s0
/(opt|usr)/lib/.*\tsystem_u:object_r:lib_t:s0
/one|/two/.*\tsystem_u:object_r:two_t:s0
";

fn policy() -> LabelPolicy {
    LabelPolicy::read(|path| match path {
        "/etc/selinux/config" => Some("# SELINUXTYPE=mls\nSELINUX=enforcing\nSELINUXTYPE=strict\n".to_owned()),
        "/etc/selinux/strict/contexts/files/file_contexts" => Some(LIST.to_owned()),
        "/etc/selinux/strict/contexts/files/file_contexts.local" => {
            Some("/etc/motd\t--\tsystem_u:object_r:mine_t:s0\n/srv/web(/.*)?\tsystem_u:object_r:web_t:s0\n".to_owned())
        }
        "/etc/selinux/strict/contexts/files/file_contexts.subs_dist" => Some("/lib /usr/lib\n# /etc /x\n".to_owned()),
        "/etc/selinux/strict/contexts/files/file_contexts.subs" => Some("/home/web /srv/web\n".to_owned()),
        _ => None,
    })
    .unwrap()
}

#[track_caller]
fn gives(path: &str, kind: FileType, expected: Option<&str>) {
    let label = policy().label(path, kind);
    let label = label.as_deref().map(|label| label.split(':').nth(2).unwrap());
    assert_eq!(label, expected, "{path}");
}

#[test]
fn the_last_pattern_that_fits_counts() {
    gives("/etc", FileType::Directory, Some("etc_t"));
    gives("/etc/fstab", FileType::RegularFile, Some("etc_t"));
    gives("/etc/ssl/a.key", FileType::RegularFile, Some("key_t"));
    gives("/etc/key/a.key", FileType::RegularFile, Some("keys_t"));
    gives("/etc/keys/a", FileType::RegularFile, Some("keys_t"));
    gives("/etcetera", FileType::RegularFile, Some("default_t"));
    gives("/one", FileType::RegularFile, Some("two_t"));
    gives("/two/x", FileType::RegularFile, Some("two_t"));
}

#[test]
fn a_place_that_is_named_counts_for_more_than_patterns() {
    gives("/etc/hosts", FileType::RegularFile, Some("net_conf_t"));
    gives("/etc/motd", FileType::RegularFile, Some("mine_t"));
}

#[test]
fn a_rule_for_a_kind_is_for_that_kind_alone() {
    gives("/etc/hosts", FileType::Directory, Some("etc_t"));
    gives("/run/x", FileType::Directory, Some("x_t"));
    gives("/run/x", FileType::RegularFile, None);
}

#[test]
fn what_is_not_to_be_labelled_gets_no_label() {
    gives("/run/lock", FileType::RegularFile, None);
}

#[test]
fn names_are_not_patterns_of_themselves() {
    gives("/srv/a.b/c", FileType::RegularFile, Some("dotted_t"));
    gives("/srv/a+b/c", FileType::RegularFile, Some("default_t"));
    gives("/etc/new\nline", FileType::RegularFile, Some("etc_t"));
}

#[test]
fn a_directory_may_be_labelled_as_if_it_were_another() {
    gives("/lib/libc.so", FileType::RegularFile, Some("lib_t"));
    gives("/library/libc.so", FileType::RegularFile, Some("default_t"));
    gives("/home/web/index.html", FileType::RegularFile, Some("web_t"));
}

#[test]
fn what_a_pattern_begins_with_is_not_more_than_what_fits_it() {
    for (pattern, expected) in [
        ("/etc/.*", "/etc/"),
        ("/etc(/.*)?", "/etc"),
        ("/etc/keys?/x", "/etc/key"),
        ("/a\\.b", "/a.b"),
        ("/ab+c", "/ab"),
        ("/ab*c", "/a"),
        ("/ab{0,2}c", "/a"),
        ("/a\\d", "/a"),
        ("/a(b|c)d", "/a"),
        ("/a|/b", ""),
        ("/(a)|/b", ""),
    ] {
        assert_eq!(prefix(pattern), expected, "{pattern}");
    }
}

#[test]
fn a_pattern_that_cannot_be_tried_gives_nothing() {
    let policy = LabelPolicy::new(&["/etc/.*\ta:b:c:s0\n/etc/(?=x)x\ta:b:d:s0\n".to_owned()], [Vec::new(), Vec::new()]);
    assert_eq!(policy.label("/etc/xy", FileType::RegularFile), None);
    assert_eq!(policy.label("/etcetera", FileType::RegularFile), None);
    assert_eq!(policy.label("/etc", FileType::RegularFile), None);
}

#[test]
fn without_lists_there_is_no_policy() {
    assert!(LabelPolicy::read(|_| None).is_none());
}

/// Reads paths from standard input, each after its file type as a hexadecimal number ("8000 /etc/hosts"), and
/// prints the label of each according to the installed policy, for tests/acceptance/labels-against-libselinux.
#[test]
#[ignore = "needs a policy and a list of places; tests/acceptance/labels-against-libselinux runs it"]
fn places_of_this_machine() {
    let policy = LabelPolicy::read(|path| std::fs::read_to_string(path).ok()).expect("a policy is installed");
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (mode, path) = line.split_once(' ').unwrap();
        let kind = FileType::from_raw_mode(u32::from_str_radix(mode, 16).unwrap());
        let label = policy.label(path, kind).unwrap_or_else(|| NOTHING.to_owned());
        writeln!(std::io::stdout(), "{label}\t{path}").unwrap();
    }
}
