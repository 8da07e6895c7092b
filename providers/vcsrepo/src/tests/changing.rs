//! Tests of changes to existing repositories.

use marotte_sdk::fake::FileNode;

use super::{ONE, Site, TWO, copy, text};

#[test]
fn latest_updates_the_branch() {
    let mut site = Site::with_copy();
    site.on("ls-remote", 0, &format!("{TWO}\trefs/heads/main\n"));
    site.on("show-ref", 0, &format!("{ONE} HEAD\n{ONE} refs/heads/main\n{TWO} refs/remotes/origin/main\n"));
    let latest = copy(&[text("ensure", "latest")]);
    assert_eq!(site.apply(&latest), ["ensure: ensure changed 'present' to 'latest'"]);
    let moved = [
        "fetch --tags -- origin",
        "checkout --force main --",
        "reset --hard origin/main --",
        "submodule update --init --recursive",
    ];
    assert_eq!(site.ran()[1..], moved);
    site.apply(&copy(&[text("ensure", "latest"), text("force", "true")]));
    assert_eq!(site.ran()[1], "clone /srv/one /srv/copy", "with force it is cloned again");
}

#[test]
fn tag_is_fetched_and_checked_out() {
    let mut site = Site::with_copy();
    site.on("show-ref", 0, &format!("{ONE} HEAD\n{TWO} refs/tags/v2\n"));
    let wanted = copy(&[text("revision", "v2"), text("submodules", "false")]);
    assert_eq!(site.apply(&wanted), [format!("revision: revision changed '{ONE}' to 'v2'")]);
    assert_eq!(site.ran(), ["fetch --tags -- origin", "checkout --force v2 --"]);
    site.on("fetch", 128, "fatal: no way");
    let messages = site.apply(&wanted);
    assert!(
        messages[0].ends_with("Execution of 'git -C /srv/copy fetch --tags -- origin' returned 128: fatal: no way"),
        "{messages:?}"
    );
}

#[test]
fn remote_branch_is_followed() {
    let mut site = Site::with_copy();
    site.on("config --local --null --list", 0, "remote.origin.url\n/srv/one\0remote.team.url\n/srv/two\0");
    site.on("ls-remote", 0, &format!("{TWO}\trefs/heads/main\n")).on("rev-parse", 0, TWO);
    let wanted = copy(&[text("revision", "team/main"), text("submodules", "false")]);
    assert_eq!(site.apply(&wanted), [format!("revision: revision changed '{ONE}' to 'team/main'")]);
    let moved = [
        "ls-remote -- team refs/heads/main",
        "fetch --tags -- origin",
        "fetch --tags -- team",
        "checkout --force team/main --",
    ];
    assert_eq!(site.ran(), moved);
}

#[test]
fn unknown_commit_is_an_error() {
    let mut site = Site::with_copy();
    let messages = site.apply(&copy(&[text("revision", TWO)]));
    assert!(messages[0].ends_with(&format!("failed: {TWO} is not a local or remote ref")), "{messages:?}");
}

#[test]
fn only_new_stash_is_restored() {
    let mut site = Site::with_copy();
    site.on("show-ref", 0, &format!("{ONE} HEAD\n{TWO} refs/tags/v2\n{TWO} refs/stash\n"));
    let kept = copy(&[text("revision", "v2"), text("keep_local_changes", "true"), text("submodules", "false")]);
    site.apply(&kept);
    assert_eq!(site.ran()[1..], ["stash push", "checkout --force v2 --"], "an older stash is not restored");
}

#[test]
fn hooks_are_disabled_and_enabled() {
    let mut site = Site::with_copy();
    assert_eq!(site.apply(&copy(&[text("skip_hooks", "false")])), [""; 0]);
    site.apply(&copy(&[text("skip_hooks", "true")]));
    assert_eq!(site.ran(), ["config --local core.hooksPath /dev/null"]);
    site.on("config --local --null --list", 0, "remote.origin.url\n/srv/one\0core.hookspath\n/dev/null\0");
    assert_eq!(site.apply(&copy(&[text("skip_hooks", "true")])), [""; 0]);
    site.apply(&copy(&[text("skip_hooks", "false")]));
    assert_eq!(site.ran(), ["config --local --unset core.hooksPath"]);
}

#[test]
fn copy_is_converted_to_a_bare_repository() {
    let mut site = Site::with_copy();
    site.machine.put("/srv/copy/file", FileNode::file("x")).put("/srv/copy/directory", FileNode::directory());
    site.machine.put("/srv/copy/directory/file", FileNode::file("y"));
    assert_eq!(site.apply(&copy(&[text("ensure", "bare")])), ["ensure: ensure changed 'present' to 'bare'"]);
    assert_eq!(site.ran(), ["config --local core.bare true"]);
    let effects = site.machine.effects();
    assert!(effects.iter().all(|effect| !effect.contains('/') || effect.contains("/srv/copy")), "{effects:?}");
    assert!(
        effects.contains(&"rename /srv/copy/HEAD".to_owned())
            && effects.contains(&"remove /srv/copy/directory".to_owned())
    );
}

#[test]
fn bare_repository_is_converted_to_a_mirror_and_back() {
    let mut site = Site::new();
    super::put_copy(&site.machine, true);
    site.on("config --local --null --list", 0, "core.bare\ntrue\0remote.origin.url\n/srv/one\0");
    site.apply(&copy(&[text("ensure", "mirror")]));
    assert_eq!(site.ran(), ["config --local remote.origin.mirror true"]);
    site.on(
        "config --local --null --list",
        0,
        "core.bare\ntrue\0remote.origin.url\n/srv/one\0remote.origin.mirror\ntrue\0",
    );
    assert_eq!(site.apply(&copy(&[text("ensure", "mirror")])), [""; 0]);
    site.apply(&copy(&[text("ensure", "bare")]));
    assert_eq!(site.ran(), ["config --local --unset remote.origin.mirror"]);
    let messages = site.apply(&copy(&[text("ensure", "latest")]));
    assert!(messages[0].ends_with("/srv/copy is a bare repository without a working tree"), "{messages:?}");
}
