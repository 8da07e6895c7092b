//! Tests of creating and removing repositories.

use marotte_sdk::Value;
use marotte_sdk::fake::FileNode;
use marotte_sdk::system::Level;

use super::{ONE, Site, TWO, copy, text};

#[test]
fn source_is_cloned_and_revision_checked_out() {
    let mut site = Site::new();
    site.on("config --local --null --list", 0, "remote.origin.url\n/srv/one\0");
    site.on("show-ref", 0, &format!("{ONE} HEAD\n{ONE} refs/heads/main\n{ONE} refs/remotes/origin/dev\n"));
    assert_eq!(site.apply(&copy(&[text("revision", "dev")])), ["ensure: created"]);
    assert_eq!(
        site.ran(),
        [
            "clone /srv/one /srv/copy",
            "checkout --force -b dev --track origin/dev --",
            "submodule update --init --recursive"
        ]
    );
    assert_eq!(site.machine.logged(Level::Notice), ["Creating repository from present"]);
}

#[test]
fn clone_options_are_passed_as_arguments() {
    let mut site = Site::new();
    site.on("config --local --null --list", 0, "remote.up.url\n/srv/a 'source'\0");
    site.apply(&[
        text("ensure", "present"),
        text("source", "/srv/a 'source'"),
        text("remote", "up"),
        ("depth", 3.into()),
        text("branch", "dev"),
        text("skip_hooks", "true"),
        text("submodules", "false"),
    ]);
    let clone = "clone /srv/a 'source' /srv/copy --depth 3 --branch dev --origin up --config core.hooksPath=/dev/null";
    assert_eq!(site.ran(), [clone, "config --local core.hooksPath /dev/null"]);
    let mut site = Site::new();
    site.on("config --local --null --list", 0, "core.bare\ntrue\0remote.origin.url\n/srv/one\0");
    site.apply(&copy(&[text("ensure", "mirror")]));
    assert_eq!(site.ran(), ["clone /srv/one /srv/copy --mirror"]);
}

#[test]
fn empty_repository_is_initialized_for_its_user() {
    let mut site = Site::new();
    let ours = |site: &mut Site| site.apply(&[text("ensure", "bare"), text("user", "deploy"), text("umask", "0027")]);
    let messages = ours(&mut site);
    assert_eq!(messages, ["ensure: change from 'absent' to 'bare' failed: Could not find user deploy"]);
    site.machine.account("deploy", 1000);
    assert_eq!(ours(&mut site), ["ensure: created"]);
    assert_eq!(site.ran(), ["init --bare"]);
    let ran = site.ran.borrow();
    assert_eq!((ran[0].user.as_deref(), ran[0].umask), (Some("deploy"), Some(0o27)));
}

#[test]
fn existing_object_is_removed_only_with_force() {
    let mut site = Site::new();
    site.machine.put("/srv/copy", FileNode::directory());
    assert_eq!(site.apply(&[text("ensure", "present")]), ["ensure: created"], "an empty directory is not an obstacle");
    let mut site = Site::new();
    site.machine.put("/srv/copy", FileNode::directory()).put("/srv/copy/-rf \n x", FileNode::file("mine"));
    let messages = site.apply(&[text("ensure", "present")]);
    assert!(messages[0].ends_with("failed: Could not create repository (non-repository at path)"), "{messages:?}");
    assert_eq!(site.machine.text("/srv/copy/-rf \n x"), "mine");
    assert_eq!(site.apply(&[text("ensure", "present"), text("force", "true")]), ["ensure: created"]);
    assert!(site.machine.logged(Level::Notice).contains(&"Removing /srv/copy to replace with vcsrepo.".to_owned()));
    let mut site = Site::with_copy();
    assert_eq!(site.apply(&[text("ensure", "absent")]), ["ensure: removed"]);
    assert_eq!(site.machine.effects(), ["remove /srv/copy"]);
}

#[test]
fn owner_and_excludes_are_set_last() {
    let mut site = Site::with_copy();
    let excludes = ("excludes", Value::from(vec!["*.o", "-a b"]));
    let attributes = copy(&[
        excludes,
        text("owner", "web"),
        ("group", 33.into()),
        text("skip_hooks", "true"),
        text("revision", "v1"),
    ]);
    site.on("show-ref", 0, &format!("{ONE} HEAD\n{TWO} refs/tags/v1\n"));
    site.apply(&attributes);
    let ran = site.ran();
    assert_eq!(ran.last().unwrap(), "chown -h -R -- web:33 /srv/copy");
    assert_eq!(site.machine.text("/srv/copy/.git/info/exclude"), "*.o\n-a b\n");
    site.on("chown", 1, "chown: invalid user: 'web'\n");
    let messages = site.apply(&attributes);
    assert!(
        messages[0].contains("Could not change the owner of /srv/copy to 'web:33': chown: invalid user"),
        "{messages:?}"
    );
}

#[test]
fn git_runs_with_the_attributes_and_without_prompts() {
    let mut site = Site::with_copy();
    site.on("ls-remote", 0, &format!("{ONE}\trefs/heads/main\n"));
    let attributes = copy(&[
        text("ensure", "latest"),
        text("identity", "/root/it's a key"),
        text("safe_directory", "true"),
        text("trust_server_cert", "true"),
        text("http_proxy", "http://proxy:3128"),
        text("tmpdir", "/var/tmp"),
    ]);
    assert_eq!(site.noop(&attributes), [""; 0]);
    let variable = |name| site.variable(name).unwrap();
    assert_eq!(variable("GIT_TERMINAL_PROMPT"), "0");
    assert_eq!(variable("GIT_CEILING_DIRECTORIES"), "/srv");
    assert!(variable("GIT_SSH_COMMAND").ends_with(r"-i '/root/it'\''s a key'"));
    assert_eq!(variable("GIT_CONFIG_COUNT"), "3");
    assert_eq!(
        (variable("GIT_CONFIG_KEY_0"), variable("GIT_CONFIG_VALUE_0")),
        ("safe.directory".into(), "/srv/copy".into())
    );
    assert_eq!(
        (variable("GIT_CONFIG_KEY_2"), variable("GIT_CONFIG_VALUE_2")),
        ("http.proxy".into(), "http://proxy:3128".into())
    );
    assert_eq!(variable("TMPDIR"), "/var/tmp");
    let proxies = Value::Hash(vec![("origin".into(), "http://a".into())]);
    site.noop(&copy(&[("http_proxy", proxies)]));
    assert_eq!(site.variable("GIT_CONFIG_KEY_0").unwrap(), "remote.origin.proxy");
    assert_eq!(site.variable("GIT_SSH_COMMAND"), None);
}

#[test]
fn timeout_of_a_clone_is_reported() {
    let mut site = Site::new();
    site.machine.fail("mutate", marotte_sdk::Error::new(marotte_sdk::Code::Timeout, "git took longer than an hour"));
    let messages = site.apply(&copy(&[]));
    assert_eq!(messages, ["ensure: change from 'absent' to 'present' failed: git took longer than an hour"]);
}

#[test]
fn paths_and_sources_can_have_any_characters() {
    for name in ["a b", "it's", "\"q\"", "new\nline", "ünï", "$(id)", "back\\slash", "-x"] {
        let mut site = Site::new();
        let (path, source) = (format!("/srv/{name}"), format!("/src/{name}"));
        let wanted = [text("path", &path), text("source", &source), text("ensure", "present")];
        let wanted = site.trial.prepare("x", &wanted).unwrap();
        site.trial.apply(&wanted);
        let ran = site.ran.borrow();
        let clone = ran.iter().find(|command| command.args.first().is_some_and(|word| word == "clone")).unwrap();
        assert!(clone.args.ends_with(&[source, path]), "{:?}", clone.args);
    }
}
