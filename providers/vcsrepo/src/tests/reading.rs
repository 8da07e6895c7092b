//! Tests of reading repositories and resolving revisions.

use marotte_sdk::{Code, Error, Value};

use super::{ONE, Site, TWO, copy, text};

#[test]
fn copy_exists_if_it_has_the_same_source() {
    let mut site = Site::with_copy();
    assert_eq!(site.noop(&copy(&[])), [""; 0]);
    assert_eq!(site.ran(), [""; 0], "no other command was run");
    assert_eq!(site.noop(&[text("ensure", "present")]), [""; 0]);
    let other = [text("ensure", "present"), text("source", "/srv/two")];
    assert_eq!(site.noop(&other), ["ensure: current_value 'absent', should be 'present' (noop)"]);
    assert_eq!(
        site.apply(&other),
        ["ensure: change from 'absent' to 'present' failed: Could not create repository (non-repository at path)"]
    );
    assert_eq!(site.noop(&[text("ensure", "bare")]), ["ensure: current_value 'present', should be 'bare' (noop)"]);
}

#[test]
fn directory_with_similar_files_is_not_a_bare_repository() {
    let site = Site::new();
    super::put_copy(&site.machine, true);
    site.on("config --local --null --list", 0, "core.bare\ntrue\0");
    site.on("show-ref", 1, "").on("symbolic-ref", 0, "refs/heads/main\n");
    let mut site = site;
    assert_eq!(site.noop(&[text("ensure", "bare")]), [""; 0]);
    assert_eq!(site.noop(&[text("ensure", "present")]), [""; 0]);
    site.on("config --local --null --list", 0, "core.bare\nfalse\0");
    assert_eq!(site.noop(&[text("ensure", "bare")]), ["ensure: current_value 'absent', should be 'bare' (noop)"]);
}

#[test]
fn revision_is_a_branch_a_tag_or_a_commit() {
    let mut site = Site::with_copy();
    let refs = format!(
        "{ONE} HEAD\n{ONE} refs/heads/main\n{TWO} refs/heads/ünï\n{TWO} refs/tags/v1\n{ONE} refs/tags/v1^{{}}\n"
    );
    site.on("show-ref", 0, &refs);
    for same in ["main", "v1", ONE, &ONE[..7]] {
        assert_eq!(site.noop(&copy(&[text("revision", same)])), [""; 0], "{same}");
        assert_eq!(site.ran(), [""; 0], "the remote is not queried");
    }
    let messages = site.noop(&copy(&[text("revision", "ünï")]));
    assert_eq!(messages, [format!("revision: current_value '{ONE}', should be 'ünï' (noop)")]);
    // The commit has not been fetched yet.
    let messages = site.noop(&copy(&[text("revision", TWO)]));
    assert_eq!(messages, [format!("revision: current_value '{ONE}', should be '{TWO}' (noop)")]);
}

#[test]
fn remote_is_queried_for_unknown_revisions() {
    let mut site = Site::with_copy();
    site.on("ls-remote", 0, &format!("{TWO}\trefs/heads/new\n"));
    let messages = site.noop(&copy(&[text("revision", "new")]));
    assert_eq!(messages, [format!("revision: current_value '{ONE}', should be 'new' (noop)")]);
    assert_eq!(site.ran(), ["ls-remote -- origin refs/heads/new refs/tags/new refs/tags/new^{}"]);
    site.on("ls-remote", 0, &format!("{TWO}\trefs/tags/new\n{ONE}\trefs/tags/new^{{}}\n"));
    assert_eq!(site.noop(&copy(&[text("revision", "new")])), [""; 0]);
    site.on("ls-remote", 0, "");
    let messages = site.noop(&copy(&[text("revision", "nope")]));
    assert_eq!(messages, ["Could not evaluate: nope is not a local or remote ref"]);
}

#[test]
fn remote_branch_is_queried_at_its_remote() {
    let mut site = Site::with_copy();
    let remotes = "core.bare\nfalse\0remote.origin.url\n/srv/one\0remote.team/x.url\n/srv/two\0";
    site.on("config --local --null --list", 0, remotes);
    // The result of the last fetch is outdated.
    site.on("rev-parse", 0, ONE);
    site.on("ls-remote", 0, &format!("{TWO}\trefs/heads/main\n"));
    let messages = site.noop(&copy(&[text("revision", "origin/main")]));
    assert_eq!(messages, [format!("revision: current_value '{ONE}', should be 'origin/main' (noop)")]);
    assert_eq!(site.ran(), ["ls-remote -- origin refs/heads/main"]);
    site.on("ls-remote", 0, &format!("{ONE}\trefs/heads/main\n"));
    assert_eq!(site.noop(&copy(&[text("revision", "team/x/main")])), [""; 0]);
    assert_eq!(site.ran(), ["ls-remote -- team/x refs/heads/main"]);
    site.on("symbolic-ref", 1, "").on("ls-remote", 0, &format!("{TWO}\trefs/heads/main\n"));
    let latest = copy(&[text("ensure", "latest"), text("revision", "origin/main")]);
    assert_eq!(site.noop(&latest), [format!("revision: current_value '{ONE}', should be 'origin/main' (noop)")]);
}

#[test]
fn equivalent_urls_are_equal() {
    let mut site = Site::with_copy();
    for (is, wanted) in [("/srv/one", "/srv/one.git"), ("/srv/one.git", "/srv/one/"), ("/srv/one.git/", "/srv/one")] {
        site.on("config --local --null --list", 0, &format!("core.bare\nfalse\0remote.origin.url\n{is}\0"));
        assert_eq!(site.noop(&[text("ensure", "present"), text("source", wanted)]), [""; 0], "{is} {wanted}");
        let hash = Value::Hash(vec![("origin".into(), wanted.into())]);
        assert_eq!(site.noop(&[text("ensure", "present"), ("source", hash)]), [""; 0], "{is} {wanted}");
    }
    let other = [text("ensure", "present"), text("source", "/srv/one.gi")];
    assert_eq!(site.noop(&other), ["ensure: current_value 'absent', should be 'present' (noop)"]);
}

#[test]
fn latest_compares_with_the_remote() {
    let mut site = Site::with_copy();
    site.on("ls-remote", 0, &format!("{ONE}\trefs/heads/main\n"));
    let latest = copy(&[text("ensure", "latest")]);
    assert_eq!(site.noop(&latest), [""; 0]);
    site.on("ls-remote", 0, &format!("{TWO}\trefs/heads/main\n{ONE}\trefs/heads/x/refs/heads/main\n"));
    assert_eq!(site.noop(&latest), ["ensure: current_value 'present', should be 'latest' (noop)"]);
    site.on("ls-remote", 0, "");
    assert_eq!(site.noop(&latest), ["Could not evaluate: The remote 'origin' has no branch 'main'"]);
    site.on("symbolic-ref", 1, "");
    assert_eq!(site.noop(&latest), [""; 0], "a commit does not move");
}

#[test]
fn failing_git_and_invalid_output_fail_the_resource() {
    let mut site = Site::with_copy();
    site.on("show-ref", 128, "fatal: detected dubious ownership in repository at '/srv/copy'");
    let messages = site.noop(&copy(&[]));
    let expected = "Could not evaluate: Execution of 'git -C /srv/copy show-ref --head --dereference' returned 128: fatal: \
                    detected dubious ownership in repository at '/srv/copy'";
    assert_eq!(messages, [expected]);
    let mut site = Site::with_copy();
    site.on("show-ref", 0, "garbage\n\n \u{1F600}\n").on("ls-remote", 0, "garbage");
    assert_eq!(site.noop(&copy(&[])), [""; 0], "an empty repository exists");
    let messages = site.noop(&copy(&[text("revision", "v1")]));
    assert!(messages[0].ends_with("should be 'v1' (noop)"), "{messages:?}");
    let mut site = Site::with_copy();
    site.on("ls-remote", 128, "fatal: Could not read from remote repository.");
    let messages = site.noop(&copy(&[text("ensure", "latest")]));
    assert!(messages[0].ends_with("fatal: Could not read from remote repository."), "{messages:?}");
}

#[test]
fn timeout_of_git_is_an_error() {
    let mut site = Site::with_copy();
    site.machine.on_command(|_| Err(Error::new(Code::Timeout, "git took longer than five minutes")));
    assert_eq!(site.apply(&copy(&[])), ["Could not evaluate: git took longer than five minutes"]);
    assert_eq!(site.machine.effects(), [""; 0]);
}

#[test]
fn remotes_in_a_source_hash_are_compared() {
    let mut site = Site::with_copy();
    let hash =
        |second: &str| Value::Hash(vec![("origin".into(), "/srv/one".into()), ("second.part".into(), second.into())]);
    let wanted = |second| [text("ensure", "present"), ("source", hash(second))];
    site.on(
        "config --local --null --list",
        0,
        "remote.origin.url\n/srv/one\0remote.second.part.url\n/b\0remote.x.url\n/c\0",
    );
    assert_eq!(site.noop(&wanted("/b")), [""; 0]);
    assert_eq!(site.noop(&wanted("/d")).len(), 1);
    site.apply(&wanted("/d"));
    assert_eq!(site.ran(), ["remote set-url -- second.part /d", "remote update"]);
    site.on("config --local --null --list", 0, "remote.origin.url\n/srv/one\0");
    site.apply(&wanted("/d"));
    assert_eq!(site.ran(), ["remote add -- second.part /d", "remote update"]);
}

#[test]
fn invalid_values_are_rejected() {
    let site = Site::new();
    let refused = |attributes: &[(&str, Value)]| site.want(attributes).err().unwrap().message;
    let bare = [text("ensure", "bare"), text("revision", "v1")];
    assert_eq!(refused(&bare), "Cannot set a revision (v1) on a bare repository");
    assert!(refused(&[text("ensure", "mirror")]).starts_with("Cannot init repository with mirror option"));
    let hash = ("source", Value::Hash(vec![("other".into(), "/srv/one".into())]));
    assert_eq!(refused(&[hash]), "You must specify the URL for origin in the :source hash");
    assert!(refused(&[text("revision", "--orphan")]).contains("must not begin with '-'"));
}

#[test]
fn names_with_invalid_utf8_do_not_hide_others() {
    let mut site = Site::with_copy();
    let answer = site.machine.clone();
    let refs = [format!("{ONE} HEAD\n{ONE} refs/heads/main\n{TWO} refs/tags/caf").as_bytes(), b"\xe9\n"].concat();
    let settings = b"core.bare\nfalse\0remote.origin.url\n/srv/one\0user.name\nJ\xf6rg\0".to_vec();
    answer.on_command(move |command| {
        let line = super::words(command);
        let stdout = match line.split(' ').next() {
            Some("config") => settings.clone(),
            Some("show-ref") => refs.clone(),
            Some("symbolic-ref") => b"refs/heads/main\n".to_vec(),
            _ => Vec::new(),
        };
        let status = i32::from(stdout.is_empty());
        Ok(marotte_sdk::system::Output { status, stdout, stderr: Vec::new(), truncated: false })
    });
    assert_eq!(site.noop(&copy(&[text("revision", "main")])), [""; 0]);
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let mut site = Site::with_copy();
    site.machine.on_command(|_| {
        let stderr = b"Schwerwiegend: kein Git-Repository (\xbb.git\xab)\n".to_vec();
        Ok(marotte_sdk::system::Output { status: 128, stdout: Vec::new(), stderr, truncated: false })
    });
    let messages = site.noop(&copy(&[]));
    assert!(
        messages[0].ends_with("returned 128: Schwerwiegend: kein Git-Repository (\u{fffd}.git\u{fffd})"),
        "{messages:?}"
    );
}

#[test]
fn truncated_list_is_an_error() {
    let mut site = Site::with_copy();
    site.machine.on_command(|_| {
        Ok(marotte_sdk::system::Output { status: 0, stdout: Vec::new(), stderr: Vec::new(), truncated: true })
    });
    let messages = site.noop(&copy(&[text("revision", "v1")]));
    assert!(messages[0].starts_with("Could not evaluate: ") && messages[0].ends_with("is too long"), "{messages:?}");
}
