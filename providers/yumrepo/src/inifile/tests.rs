//! Tests of the provider on a test system.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::Component;

const BASE: &str = "/etc/yum.repos.d/base.repo";
const TEXT: &str = "# Base\n[base]\nname=Base - $basearch\nenabled = 1\nunknown=x\n\n[updates]\nname=Updates\n";

fn machine() -> FakeSystem {
    let machine = FakeSystem::new();
    machine.put("/etc/yum.conf", FileNode::file("[main]\ngpgcheck=1\n")).put(BASE, FileNode::file(TEXT));
    machine.put("/etc/yum.repos.d/notes", FileNode::file("[no]\n"));
    machine
}

fn trial(machine: &FakeSystem) -> ProviderTest<Inifile> {
    ProviderTest::new::<Component>(machine, "inifile")
}

/// Applies a resource twice and checks that the second run makes no changes.
fn apply(machine: &FakeSystem, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.prepare(title, attributes).unwrap();
    let messages = trial.apply(&wanted);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    messages
}

#[test]
fn repository_is_added_changed_and_removed() {
    let machine = machine();
    let all = [("descr", "Tools \"ä\"".into()), ("baseurl", "https://a/ file:///b".into()), ("enabled", false.into())];
    assert_eq!(apply(&machine, "tools", &all), ["ensure: created"]);
    let path = "/etc/yum.repos.d/tools.repo";
    assert_eq!(machine.text(path), "[tools]\nname=Tools \"ä\"\nbaseurl=https://a/ file:///b\nenabled=False\n");
    let messages =
        apply(&machine, "base", &[("enabled", 0.into()), ("descr", "absent".into()), ("cost", "absent".into())]);
    assert_eq!(messages, ["descr: undefined 'descr' from 'Base - $basearch'", "enabled: enabled changed '1' to '0'"]);
    assert_eq!(machine.text(BASE), TEXT.replace("enabled = 1", "enabled = 0").replace("name=Base - $basearch\n", ""));
    assert_eq!(apply(&machine, "base", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.text(BASE), "# Base\n[updates]\nname=Updates\n");
    assert_eq!(apply(&machine, "tools", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.node(path), None);
}

#[test]
fn value_with_several_lines_is_changed_as_one() {
    let machine = FakeSystem::new();
    let text =
        "[r]\nbaseurl=http://a/\n        http://b/\nenabled=1\nexclude=a\n\tb\ngpgkey=file:///k1\n  file:///k2\n";
    machine.put(BASE, FileNode::file(text));
    let wanted = [
        ("baseurl", "http://new/".into()),
        ("exclude", "absent".into()),
        ("gpgkey", "file:///k1\n  file:///k2".into()),
    ];
    let messages = apply(&machine, "r", &wanted);
    let expected = [
        "baseurl: baseurl changed 'http://a/\n        http://b/' to 'http://new/'",
        "exclude: undefined 'exclude' from 'a\n\tb'",
    ];
    assert_eq!(messages, expected);
    assert_eq!(machine.text(BASE), "[r]\nbaseurl=http://new/\nenabled=1\ngpgkey=file:///k1\n  file:///k2\n");
    assert_eq!(apply(&machine, "r", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.node(BASE), None);
}

#[test]
fn new_repository_gets_its_own_file() {
    let machine = machine();
    let to = |target: &str| [("target", target.into())];
    assert_eq!(apply(&machine, "updates", &to("more")), ["ensure: created"]);
    assert_eq!(machine.text("/etc/yum.repos.d/more.repo"), "[updates]\nname=Updates\n");
    assert!(!machine.text(BASE).contains("updates"));
    assert_eq!(apply(&machine, "updates", &to("/etc/yum.repos.d/more.repo")), [""; 0]);
    assert_eq!(apply(&machine, "updates", &to("/srv/elsewhere.repo")), ["ensure: created"]);
    assert_eq!(machine.text("/etc/yum.repos.d/elsewhere.repo"), "[updates]\nname=Updates\n");
    assert_eq!(machine.node("/etc/yum.repos.d/more.repo"), None);
}

#[test]
fn repository_is_added_to_yum_conf_without_directories() {
    let machine = FakeSystem::new();
    machine.put("/etc/yum.conf", FileNode::file("[main]\ngpgcheck=1\n"));
    assert_eq!(apply(&machine, "a", &[("descr", "A".into())]), ["ensure: created"]);
    assert_eq!(machine.text("/etc/yum.conf"), "[main]\ngpgcheck=1\n\n[a]\nname=A\n");
    assert_eq!(apply(&machine, "a", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert!(machine.text("/etc/yum.conf").starts_with("[main]\ngpgcheck=1\n"));
}

#[test]
fn password_is_written_and_redacted() {
    let machine = machine();
    let secret = Value::Secret(machine.secret("hidden"));
    assert_eq!(apply_once(&machine, &[("password", secret)]), ["ensure: created"]);
    assert!(machine.text("/etc/yum.repos.d/s.repo").contains("password=hidden\n"));
    let messages = apply_once(&machine, &[("password", "absent".into())]);
    assert_eq!(messages, ["password: undefined 'password' from [redacted]"]);
}

fn apply_once(machine: &FakeSystem, attributes: &[(&str, Value)]) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.prepare("s", attributes).unwrap();
    trial.apply(&wanted)
}

#[test]
fn none_proxy_is_written_in_the_form_of_the_release() {
    let machine = machine();
    assert_eq!(apply(&machine, "base", &[("proxy", "_none_".into())]).len(), 1);
    assert!(machine.text(BASE).contains("proxy=_none_\n"));
    machine.set_fact("os.release.major", "9");
    assert_eq!(apply(&machine, "base", &[("proxy", "_none_".into())]).len(), 1);
    assert!(machine.text(BASE).contains("proxy=\n"));
}

#[test]
fn invalid_values_are_rejected() {
    let trial = trial(&FakeSystem::new());
    let refused = |title: &str, attributes: &[(&str, Value)]| trial.prepare(title, attributes).err().unwrap().message;
    assert_eq!(refused("a]b", &[]), "Invalid repository name: \"a]b\"");
    assert_eq!(refused("main", &[]), "Invalid repository name: \"main\"");
    assert!(refused("a", &[("baseurl", "gopher://x".into())]).contains("Must be a valid URL"));
}

#[test]
fn repositories_are_listed() {
    let machine = machine();
    let listed = trial(&machine).instances().unwrap();
    assert_eq!(listed.iter().map(|one| one.title.as_str()).collect::<Vec<_>>(), ["base", "updates"]);
    assert_eq!(listed[1].is.descr, Some("Updates".into()));
}

#[test]
fn names_and_values_can_have_any_characters() {
    let machine = machine();
    for name in ["-x", "a b", "it's", "\"q\"", "ünï", "back\\slash", "=", "#x", ";", "a\u{a0}b"] {
        let descr = [("descr", "-- 'ä' \"☃\" = # ; [x]".into())];
        assert_eq!(apply(&machine, name, &descr), ["ensure: created"], "{name}");
        assert_eq!(apply(&machine, name, &[("ensure", "absent".into())]), ["ensure: removed"], "{name}");
    }
    assert_eq!(machine.text(BASE), TEXT);
}

#[test]
fn unreadable_file_is_an_error_only_for_repositories_that_may_be_in_it() {
    let machine = machine();
    let latin1 = b"# gr\xfc\xdfe\n[far]\nname=Far\n".to_vec();
    machine.put("/etc/yum.repos.d/far.repo", FileNode::file(latin1.clone()));
    assert_eq!(apply(&machine, "base", &[("enabled", "0".into())]), ["enabled: enabled changed '1' to '0'"]);
    let mut trial = trial(&machine);
    let fault = "/etc/yum.repos.d/far.repo is not UTF-8";
    let wanted = trial.prepare("far", &[("descr", "x".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), [format!("Could not evaluate: {fault}")]);
    let wanted = trial.prepare("base", &[("target", "far".into())]).unwrap();
    assert!(trial.apply(&wanted)[0].ends_with(&format!("failed: {fault}")));
    assert_eq!(trial.instances().err().map(|error| error.message).as_deref(), Some(fault));
    assert_eq!(machine.node("/etc/yum.repos.d/far.repo").unwrap().content, latin1);
}

#[test]
fn concurrent_changes_are_preserved() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.prepare("base", &[("enabled", "0".into())]).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    machine.put(BASE, FileNode::file("# ünï\n[mine]\nname=Mine\n\n[base]\nenabled = 1\ncost=5\n"));
    Inifile.set(&machine, &wanted.row, &is, &[YumrepoAttribute::Enabled]).unwrap();
    assert_eq!(machine.text(BASE), "# ünï\n[mine]\nname=Mine\n\n[base]\nenabled = 0\ncost=5\n");
    let gone = trial.prepare("base", &[("ensure", "absent".into())]).unwrap();
    let is = trial.get(&gone).unwrap().is;
    machine.put(BASE, FileNode::file("[mine]\nname=Mine\n"));
    Inifile.set(&machine, &gone.row, &is, &[YumrepoAttribute::Ensure]).unwrap();
    assert_eq!(machine.text(BASE), "[mine]\nname=Mine\n");
}

#[test]
fn line_endings_are_preserved() {
    let machine = machine();
    machine.put(BASE, FileNode::file("# Base\r\n[base]\r\nname=Base\r\n[updates]\r\nname=Updates"));
    assert_eq!(apply(&machine, "base", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.text(BASE), "# Base\r\n[updates]\r\nname=Updates");
    machine.put("/etc/yum.repos.d/more.repo", FileNode::file("[more]\nname=More"));
    assert_eq!(apply(&machine, "updates", &[("target", "more".into())]), ["ensure: created"]);
    assert_eq!(machine.text("/etc/yum.repos.d/more.repo"), "[more]\nname=More\n[updates]\nname=Updates\n");
}

#[test]
fn full_disk_leaves_the_file_unchanged() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.prepare("updates", &[("target", "more".into())]).unwrap();
    machine.fail_effect(2, Error::new(Code::Io, "No space left on device"));
    assert!(trial.apply(&wanted)[0].ends_with("failed: No space left on device"));
    assert_eq!(machine.text(BASE), TEXT, "a failed move leaves the repository in the old file");
}

#[test]
fn zypper_repository_is_added_changed_and_removed() {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../../provider.toml"));
    machine.put("/etc/zypp/zypp.conf", FileNode::file("[main]\n[other]\nname=x\n"));
    machine.put("/etc/zypp/repos.d", FileNode::directory());
    let mut trial: ProviderTest<ZypperInifile> = ProviderTest::new::<Component>(&machine, "inifile");
    let mut apply = |attributes: &[(&str, Value)]| {
        let wanted = trial.prepare("tools", attributes).unwrap();
        let messages = trial.apply(&wanted);
        assert_eq!(trial.apply(&wanted), [""; 0]);
        messages
    };
    let present = ("ensure", Value::from("present"));
    let url = ("baseurl", Value::from("cd:/// https://a/"));
    let all = [present.clone(), url.clone(), ("enabled", 1.into()), ("type", "rpm-md".into()), ("path", "/x".into())];
    assert_eq!(apply(&all), ["ensure: created"]);
    let path = "/etc/zypp/repos.d/tools.repo";
    assert_eq!(machine.text(path), "[tools]\nbaseurl=cd:/// https://a/\npath=/x\nenabled=1\ntype=rpm-md\n");
    let messages = apply(&[present, ("enabled", false.into()), ("type", "absent".into())]);
    assert_eq!(messages, ["enabled: enabled changed '1' to 'False'", "type: undefined 'type' from 'rpm-md'"]);
    assert_eq!(apply(&[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.node(path), None);
    // Puppet: without `ensure`, a missing repository remains missing.
    assert_eq!(apply(&[url]), [""; 0]);
}
