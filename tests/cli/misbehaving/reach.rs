//! Objects without a grant are inaccessible to a component: files of other resources, secrets, the host, the
//! terminal.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use marotte_tests::MISBEHAVING;

use super::assert_complaint;
use crate::scratch;

#[test]
fn file_of_another_resource_is_inaccessible() {
    let scratch = scratch();
    let code = "file { '/theirs': content => 'theirs' }
        hostile { 'owner': path => '/theirs', require => File['/theirs'] }
        hostile { default: require => File['/theirs'], path => '/mine', other => '/theirs';
          'write': trick => other, call => set;
          'read': trick => read_other }
        hostile { 'mine': trick => write, call => set, path => '/mine' }";
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING]).expect(6);
    assert_complaint(&outcome.stderr, &["Hostile[write]", "Hostile[read]", "may not write /theirs", "grant"]);
    assert_eq!(fs::read_to_string(scratch.root().join("theirs")).unwrap(), "theirs");
    assert_eq!(fs::read_to_string(scratch.root().join("mine")).unwrap(), "mine\n");
}

#[test]
fn hard_link_does_not_give_access_to_another_file() {
    let scratch = scratch();
    let (root, outside) = (scratch.root(), scratch.path("outside"));
    fs::write(&outside, "outside\n").unwrap();
    fs::set_permissions(&outside, fs::Permissions::from_mode(0o600)).unwrap();
    for directory in ["ours", "everyones"] {
        fs::create_dir(root.join(directory)).unwrap();
        fs::hard_link(&outside, root.join(directory).join("name")).unwrap();
    }
    fs::set_permissions(root.join("everyones"), fs::Permissions::from_mode(0o777)).unwrap();
    let code = "hostile {
          'write': trick => write, call => set, path => '/ours/name';
          'mode': trick => mode, call => set, path => '/everyones/name';
        }";
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING]).expect(6);
    assert_complaint(&outcome.stderr, &["Hostile[mode]", "Could not change /everyones/name: it has other hard links"]);
    assert_eq!(fs::read_to_string(root.join("ours/name")).unwrap(), "mine\n");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "outside\n");
    assert_eq!(fs::metadata(&outside).unwrap().mode() & 0o777, 0o600);
}

#[test]
fn secrets_and_the_hosts_environment_are_inaccessible() {
    let scratch = scratch();
    let code = "hostile {
          'reveal': trick => reveal, password => Sensitive('canary');
          'forged': trick => forged_token, call => set, path => '/forged', password => Sensitive('canary');
          'environment': trick => environment;
          'files': trick => files;
        }
        file { '/after': content => 'a' }";
    let manifest = scratch.file("site.pp", code);
    let outcome =
        scratch.apply_file_with(&manifest, &["--provider", MISBEHAVING, "--debug"], &[("CANARY", "canary")]).expect(6);
    assert_complaint(
        &outcome.stderr,
        &[
            "Hostile[reveal]",
            "may not read the secret",
            "Hostile[forged]",
            "used an unknown secret",
            "Hostile[environment]",
            "nothing is to be seen here",
            "Hostile[files]",
            "called wasi:filesystem/preopens.get-directories, which is not available to components",
        ],
    );
    let outcome = outcome.is_silent_about("canary");
    assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
    assert!(scratch.root().join("after").exists() && !scratch.root().join("forged").exists());
}

#[test]
fn messages_of_components_are_escaped_on_terminals() {
    let scratch = scratch();
    let code = "hostile { 'red': trick => escape_error } hostile { 'huge': trick => huge_error }";
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING]).expect(4);
    assert_complaint(
        &outcome.stderr,
        &["\\e[31mred\\e[0m\\rError: forged\\u009b2J\\u202e", "\\e[2J\\e]0;owned\\u0007no no"],
    );
    let harmless = |letter: char| !letter.is_control() || letter == '\n';
    assert!(outcome.stderr.chars().all(harmless) && outcome.stdout.chars().all(harmless), "{}", outcome.stderr);
}
