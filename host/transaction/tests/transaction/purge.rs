//! Purging: users excluded from purging, and types that cannot be listed. Puppet's behaviour with other types is
//! covered by recorded cases.

use catalog::Value;
use transaction::ApplyOptions;

use crate::fake::Fake;
use crate::site::{Site, lines};

/// Returns a system with users.
fn with_users() -> Fake {
    let users = [("root", 0), ("bin", 2000), ("mail", 8), ("ann", 1000), ("bob", 1001), ("eve", 1002)];
    users.iter().fold(Fake::new(), |fake, (name, uid)| {
        fake.with("user", name, &[("ensure", "present".into()), ("uid", (*uid).into())])
    })
}

fn purged(attributes: &[(&str, Value)]) -> Vec<String> {
    let attributes = [&[("purge", true.into())], attributes].concat();
    let site = Site::new().resource("user", "bob", &[]).resource("resources", "user", &attributes);
    let lines = lines(&site.apply(&mut with_users(), &ApplyOptions::default()));
    let removed = lines.iter().filter_map(|line| line.strip_prefix("User[")?.strip_suffix("]/ensure: removed"));
    removed.map(str::to_owned).collect()
}

#[test]
fn system_users_are_not_purged() {
    assert_eq!(purged(&[("unless_system_user", "999".into())]), ["ann", "eve"]);
    assert_eq!(purged(&[("unless_system_user", 1000.into())]), ["eve"]);
    assert_eq!(purged(&[("unless_system_user", false.into())]), ["ann", "bin", "eve", "mail", "root"]);
}

#[test]
fn users_listed_by_uid_are_not_purged() {
    let uids = |uids: Value| [("unless_system_user", 999.into()), ("unless_uid", uids)];
    assert_eq!(purged(&uids(1002.into())), ["ann"]);
    assert_eq!(purged(&uids(Value::Array(vec!["1000".into(), 1002.into()]))), [""; 0]);
}

#[test]
fn invalid_exclusions_of_users_are_issues() {
    let issues = |attributes: &[(&str, Value)]| {
        let attributes = [&[("purge", true.into())], attributes].concat();
        Site::new().resource("resources", "user", &attributes).issues(&mut with_users()).concat()
    };
    let unknown =
        "Parameter unless_system_user failed on Resources[user]: this version of Marotte does not read UID_MIN";
    assert!(issues(&[]).starts_with(unknown));
    assert!(issues(&[("unless_system_user", true.into())]).starts_with(unknown));
    let invalid = issues(&[("unless_system_user", 9.into()), ("unless_uid", "many".into())]);
    assert!(invalid.starts_with("Parameter unless_uid failed on Resources[user]: Invalid value"), "{invalid}");
}

#[test]
fn purging_fails_if_resources_cannot_be_listed() {
    let site = Site::new().resource("resources", "package", &[("purge", true.into())]);
    let report = site.apply(&mut Fake::new(), &ApplyOptions::default());
    let expected = "err Resources[package]: Failed to generate additional resources using 'generate': To support listing resources of \
                    this type the 'apt' provider needs to implement an 'instances' class method";
    assert!(lines(&report)[0].starts_with(expected), "{:?}", lines(&report));
    assert!(report.has_failures());
}
