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
fn assert_label(path: &str, kind: FileType, expected: Option<&str>) {
    let label = policy().label(path, kind);
    let label = label.as_deref().map(|label| label.split(':').nth(2).unwrap());
    assert_eq!(label, expected, "{path}");
}

#[test]
fn last_matching_pattern_takes_precedence() {
    assert_label("/etc", FileType::Directory, Some("etc_t"));
    assert_label("/etc/fstab", FileType::RegularFile, Some("etc_t"));
    assert_label("/etc/ssl/a.key", FileType::RegularFile, Some("key_t"));
    assert_label("/etc/key/a.key", FileType::RegularFile, Some("keys_t"));
    assert_label("/etc/keys/a", FileType::RegularFile, Some("keys_t"));
    assert_label("/etcetera", FileType::RegularFile, Some("default_t"));
    assert_label("/one", FileType::RegularFile, Some("two_t"));
    assert_label("/two/x", FileType::RegularFile, Some("two_t"));
}

#[test]
fn exact_path_takes_precedence_over_patterns() {
    assert_label("/etc/hosts", FileType::RegularFile, Some("net_conf_t"));
    assert_label("/etc/motd", FileType::RegularFile, Some("mine_t"));
}

#[test]
fn rule_for_a_file_type_applies_to_that_type_only() {
    assert_label("/etc/hosts", FileType::Directory, Some("etc_t"));
    assert_label("/run/x", FileType::Directory, Some("x_t"));
    assert_label("/run/x", FileType::RegularFile, None);
}

#[test]
fn excluded_path_has_no_label() {
    assert_label("/run/lock", FileType::RegularFile, None);
}

#[test]
fn special_characters_in_names_match_literally() {
    assert_label("/srv/a.b/c", FileType::RegularFile, Some("dotted_t"));
    assert_label("/srv/a+b/c", FileType::RegularFile, Some("default_t"));
    assert_label("/etc/new\nline", FileType::RegularFile, Some("etc_t"));
}

#[test]
fn substituted_directory_is_labelled_like_the_other() {
    assert_label("/lib/libc.so", FileType::RegularFile, Some("lib_t"));
    assert_label("/library/libc.so", FileType::RegularFile, Some("default_t"));
    assert_label("/home/web/index.html", FileType::RegularFile, Some("web_t"));
}

#[test]
fn prefix_is_common_to_all_matches_of_a_pattern() {
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
fn unsupported_pattern_that_may_match_gives_no_label() {
    let policy = LabelPolicy::new(&["/etc/.*\ta:b:c:s0\n/etc/(?=x)x\ta:b:d:s0\n".to_owned()], [Vec::new(), Vec::new()]);
    assert_eq!(policy.label("/etc/xy", FileType::RegularFile), None);
    assert_eq!(policy.label("/etcetera", FileType::RegularFile), None);
    assert_eq!(policy.label("/etc", FileType::RegularFile), None);
}

#[test]
fn policy_requires_a_list_of_patterns() {
    assert!(LabelPolicy::read(|_| None).is_none());
}

/// Reads paths from standard input, each after its file type as a hexadecimal number ("8000 /etc/hosts"), and
/// prints the label of each according to the installed policy, for tests/acceptance/labels-against-libselinux.
#[test]
#[ignore = "needs a policy and a list of paths; tests/acceptance/labels-against-libselinux runs it"]
fn labels_of_paths_on_this_system() {
    let policy = LabelPolicy::read(|path| std::fs::read_to_string(path).ok()).expect("a policy is installed");
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (mode, path) = line.split_once(' ').unwrap();
        let kind = FileType::from_raw_mode(u32::from_str_radix(mode, 16).unwrap());
        let label = policy.label(path, kind).unwrap_or_else(|| NOTHING.to_owned());
        writeln!(std::io::stdout(), "{label}\t{path}").unwrap();
    }
}
