//! Values that would add lines or entries to a file if written unchanged: each is rejected, and nothing is written.

use crate::scratch;

/// Applies each manifest and checks that its values are rejected and the tree remains empty.
#[track_caller]
fn assert_all_refused(manifests: &[&str]) {
    for code in manifests {
        let scratch = scratch();
        let outcome = scratch.apply(code, &[]);
        assert!(!matches!(outcome.code, Some(0 | 2)), "{code}\n{}{}", outcome.stdout, outcome.stderr);
        assert!(!outcome.stderr.contains("root_commands"), "it is refused for another reason: {}", outcome.stderr);
        assert!(scratch.tree().is_empty(), "{code}\n{:#?}", scratch.tree());
    }
}

/// Row 16.
#[test]
fn names_of_alternatives_and_rules_are_not_options() {
    assert_all_refused(&[
        "alternatives { '--install': path => '/bin/true' }",
        "alternatives { 'x': path => '--install' }",
        "firewall { '1 x': jump => '--modprobe=/bin/sh', chain => 'INPUT' }",
        "firewall { '1 x': jump => 'accept', chain => '--modprobe=/bin/sh' }",
    ]);
}

/// Row 17: special characters in the name of a device are written as octal escapes.
#[test]
fn device_with_newline_is_one_entry() {
    let scratch = scratch();
    let code =
        "mount { '/m': ensure => present, device => \"/dev/x\\n/dev/y / ext4\", fstype => 'ext4', target => '/fstab' }";
    let _ = scratch.apply(code, &[]).expect(2);
    let text = std::fs::read_to_string(scratch.root().join("fstab")).unwrap();
    let entries: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(entries.len(), 1, "{text}");
    assert!(entries[0].starts_with("/dev/x\\012/dev/y"), "{text}");
}

/// Row 17.
#[test]
fn values_with_newlines_add_no_lines() {
    assert_all_refused(&[
        "mailalias { 'x': recipient => \"y\\nroot: evil\", target => '/aliases' }",
        "host { 'x': ip => \"127.0.0.1\\n10.0.0.1\", target => '/hosts' }",
        "host { 'x': ip => '127.0.0.1', host_aliases => [\"a\\n10.0.0.1 b\"], target => '/hosts' }",
        "host { 'x': ip => '127.0.0.1', comment => \"a\\n10.0.0.1 b\", target => '/hosts' }",
        "sshkey { 'x': type => 'ssh-rsa', key => \"AAAA\\nevil ssh-rsa AAAA\", target => '/known' }",
        "ssh_authorized_key { 'x': user => 'root', type => 'ssh-rsa', key => 'AAAA', options => [\"no-pty\\ncommand=id\"], target => '/keys' }",
        "mount { '/m': device => '/dev/x', fstype => 'ext4', options => \"ro\\n/dev/y /\", ensure => present, target => '/fstab' }",
        "yumrepo { 'x': baseurl => \"http://h.test\\n[evil]\", target => '/etc/yum.repos.d/x.repo' }",
        "ini_setting { 'x': path => '/ini', section => \"a]\\n[b\", setting => 'c', value => 'd' }",
        "ini_setting { 'x': path => '/ini', section => 'a', setting => \"c\\n[b]\\nd\", value => 'd' }",
        "ini_setting { 'x': path => '/ini', section => 'a', setting => 'c', value => \"d\\n[b]\\ne = f\" }",
        "file_line { 'x': path => '/lines', line => \"a\\nb\", after => 'x' }",
        "user { 'x': password => \"a\\nroot::0\" }",
    ]);
}

/// Row 99.
#[test]
fn secret_password_of_a_user_is_one_line() {
    assert_all_refused(&[
        "user { 'x': password => Sensitive(\"a\\nroot::0:0:99999:7:::\") }",
        "user { 'x': password => Sensitive('a:b') }",
    ]);
}

/// Row 100.
#[test]
fn secrets_are_refused_where_values_are_names() {
    assert_all_refused(&[
        "sysctl { 'net.ipv4.ip_forward': val => Sensitive(\"1\\nkernel.x = 1\"), target => '/sysctl' }",
        "ssh_authorized_key { 'x': user => 'root', type => 'ssh-rsa', key => Sensitive(\"AAAA\\nssh-rsa BBBB\"), target => '/keys' }",
    ]);
}

/// Rows 97 and 98.
#[test]
fn secrets_with_newlines_add_no_lines() {
    for (file, code) in [
        (
            "ini",
            "ini_setting { 'x': path => '/ini', section => 'a', setting => 'c', value => Sensitive(\"d\\n[evil]\\ne = f\") }",
        ),
        ("etc/nova/nova.conf", "nova_config { 'a/b': value => Sensitive(\"c\\n[evil]\\ne = f\") }"),
        (
            "etc/yum.repos.d/x.repo",
            "yumrepo { 'x': password => Sensitive(\"p\\n[evil]\\ngpgcheck=0\"), target => '/etc/yum.repos.d/x.repo' }",
        ),
    ] {
        let scratch = scratch();
        for directory in ["etc/nova", "etc/yum.repos.d"] {
            std::fs::create_dir_all(scratch.root().join(directory)).unwrap();
        }
        let outcome = scratch.apply(code, &[]).is_silent_about("evil");
        assert!(!matches!(outcome.code, Some(0 | 2)), "{code}\n{}{}", outcome.stdout, outcome.stderr);
        let text = std::fs::read_to_string(scratch.root().join(file)).unwrap_or_default();
        assert!(!text.contains("[evil]"), "{text}");
    }
}
