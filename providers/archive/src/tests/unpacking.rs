//! Tests of extraction.

use marotte_sdk::Value;
use marotte_sdk::fake::FileNode;

use super::{Site, text};

fn unpacked<'a>(more: &[(&'a str, Value)]) -> Vec<(&'a str, Value)> {
    let all = [
        text("source", "/srv/source"),
        text("extract", "true"),
        text("extract_path", "/srv"),
        text("creates", "/srv/made"),
    ];
    let is_said = |name: &str| more.iter().any(|(known, _)| *known == name);
    all.into_iter().filter(|(name, _)| !is_said(name)).chain(more.iter().cloned()).collect()
}

#[test]
fn archive_is_extracted_and_removed() {
    let mut site = Site::new();
    let messages = site.apply(&unpacked(&[]));
    assert_eq!(
        messages,
        ["ensure: download archive from /srv/source to /srv/file.tar and extracted in /srv with cleanup"]
    );
    assert_eq!(site.ran(), ["tar xf /srv/file.tar"]);
    assert_eq!(site.ran.borrow()[0].cwd.as_deref(), Some("/srv"));
    assert!(site.machine.node("/srv/file.tar").is_none());
    assert_eq!(site.apply(&unpacked(&[])), [""; 0], "the created file exists");
}

#[test]
fn existing_archive_is_only_extracted() {
    let mut site = Site::new();
    site.machine.put("/srv/file.tar", FileNode::file("mine"));
    let wanted = unpacked(&[text("cleanup", "false"), text("user", "nobody")]);
    let change = "extracting in /srv to create /srv/made";
    assert_eq!(
        site.noop(&wanted),
        [format!("creates: current_value 'archive not extracted', should be {change} (noop)")]
    );
    assert_eq!(site.apply(&wanted), [format!("creates: creates changed 'archive not extracted' to {change}")]);
    assert_eq!(site.machine.text("/srv/file.tar"), "mine");
    assert_eq!(site.ran.borrow()[0].user.as_deref(), Some("nobody"));
    assert_eq!(site.machine.node("/srv/file.tar").unwrap().mode, 0o644);
}

#[test]
fn each_kind_of_archive_has_its_program_and_flags() {
    let mut site = Site::new();
    for (name, expected) in [
        ("/srv/x.tgz", "tar xzf /srv/x.tgz"),
        ("/srv/x.tar.bz2", "tar xjf /srv/x.tar.bz2"),
        ("/srv/x.tar.xz", "tar xJf /srv/x.tar.xz"),
        ("/srv/x.gz", "gunzip -d /srv/x.gz"),
        ("/srv/a b.war", "unzip -o /srv/a b.war"),
    ] {
        site.ran.borrow_mut().clear();
        let attributes = unpacked(&[text("path", name), text("creates", "/x")]);
        let wanted = site.trial.prepare("x", &attributes);
        site.trial.apply(&wanted.unwrap());
        assert_eq!(site.ran(), [expected]);
    }
    let flags = Value::Hash(vec![("tar".into(), "-v -xf".into()), ("7z".into(), "x".into())]);
    site.apply(&unpacked(&[text("creates", "/x"), ("extract_flags", flags)]));
    assert_eq!(site.ran(), ["tar -v -xf /srv/file.tar"]);
    let wanted = site.trial.prepare("x", &[&[text("path", "/srv/x.rar")], &unpacked(&[])[..3]].concat()).unwrap();
    let messages = site.trial.apply(&wanted);
    assert!(messages[0].ends_with("failed: Unknown filetype: /srv/x.rar"), "{messages:?}");
}

#[test]
fn extract_command_is_run_by_a_shell() {
    let mut site = Site::new();
    let own = "tar xf %s && echo 100%% | cat";
    site.apply(&unpacked(&[text("extract_command", own)]));
    let ran = site.ran.borrow();
    assert_eq!(ran[0].args[2..], ["sh", own, "/srv/file.tar"]);
    // The script in the grant equals the script that is run.
    assert!(include_str!("../../provider.toml").replace("\\\\", "\\").contains(&ran[0].args[1]));
    drop(ran);
    site.machine.put("/srv/file.tar", FileNode::file(""));
    let messages = site.apply(&unpacked(&[text("creates", "/x"), text("extract_command", "tar xf")]));
    assert!(
        messages[0].ends_with("extract_command must contain %s, the placeholder for the path of the archive"),
        "{messages:?}"
    );
}

#[test]
fn output_of_a_failing_command_is_reported() {
    let mut site = Site::new();
    site.machine.on_command(|_| {
        let stdout = b"tar: This does not look like a tar archive\n".to_vec();
        Ok(marotte_sdk::system::Output { status: 2, stdout, stderr: Vec::new(), truncated: false })
    });
    let messages = site.apply(&unpacked(&[]));
    let expected = "failed: Execution of 'tar xf /srv/file.tar' returned 2: tar: This does not look like a tar archive";
    assert!(messages[0].ends_with(expected), "{messages:?}");
    assert_eq!(site.machine.text("/srv/file.tar"), "right", "the file is kept for inspection");
    let messages = site.apply(&[text("source", "/srv/source"), text("extract", "true"), text("creates", "/srv/made")]);
    assert!(messages[0].ends_with("missing archive extract_path"), "{messages:?}");
}
