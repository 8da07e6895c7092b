//! Tests of language package managers: `pip`, `gem` and `npm`.

use marotte_sdk::{Code, Error, Value};

use super::{Site, text};
use crate::gem::Gem;
use crate::npm::Npm;
use crate::pip::Pip;

fn options(options: &[&str]) -> Value {
    Value::Array(options.iter().map(|option| Value::from(*option)).collect())
}

fn pip() -> Site<Pip> {
    let site = Site::new("pip3");
    site.on("pip3 list", 0, "Foo_Bar==1.2.3\npip==23.0.1\nodd===2004d\n").on("pip3 install", 0, "");
    site.on("pip3 uninstall", 0, "");
    site
}

#[test]
fn pip_normalizes_names() {
    let mut site = pip();
    for name in ["foo-bar", "Foo_Bar", "foo.bar[extra]", "odd"] {
        assert_eq!(site.apply(name, &[]), [""; 0], "{name}");
    }
    for version in ["1.2.3", "v1.2.3", ">=1.2 <2", "<=1.2.3"] {
        assert_eq!(site.apply("foo-bar", &[text("ensure", version)]), [""; 0], "{version}");
    }
    assert_eq!(site.listed()[0], ("Foo_Bar".to_owned(), "1.2.3".into()));
}

#[test]
fn pip_installs_versions_ranges_and_sources() {
    let mut site = pip();
    let mut installed = |attributes: &[(&str, Value)]| {
        site.apply("new", attributes);
        site.ran_but("pip3 list").join("; ")
    };
    assert_eq!(installed(&[]), "pip3 install -q new");
    assert_eq!(installed(&[text("ensure", "1.0")]), "pip3 install -q new==1.0");
    assert_eq!(installed(&[text("ensure", ">1 <2")]), "pip3 install -q new>1,<2");
    assert_eq!(installed(&[text("ensure", "latest")]), "pip3 install -q --upgrade new");
    let source = text("source", "git+https://example.org/new.git");
    assert_eq!(installed(std::slice::from_ref(&source)), "pip3 install -q git+https://example.org/new.git#egg=new");
    let tagged = installed(&[source, text("ensure", "v1")]);
    assert_eq!(tagged, "pip3 install -q git+https://example.org/new.git@v1#egg=new");
    let with = installed(&[("install_options", options(&["--user", "-i", "https://a"]))]);
    assert_eq!(with, "pip3 install -q --user -i https://a new");
}

#[test]
fn pip_queries_the_index_for_the_latest_version() {
    let mut site = pip();
    site.on("pip3 index", 0, "foo-bar (1.10)\nAvailable versions: 1.10, 1.9.1, 1.2.3\n  INSTALLED: 1.2.3\n");
    let latest = [text("ensure", "latest"), ("install_options", options(&["--user", "--index-url=https://a"]))];
    assert_eq!(site.apply("foo-bar", &latest), ["ensure: ensure changed '1.2.3' to '1.10'"]);
    let ran = site.ran_but("pip3 list");
    assert_eq!(ran[0], "pip3 index versions --index-url=https://a foo-bar");
    site.on("pip3 index", 0, "Available versions: 1.2.3\n");
    assert_eq!(site.apply("foo-bar", &latest), [""; 0]);
    site.on("pip3 index", 1, "ERROR: unknown command \"index\"\n");
    let failed = site.apply("foo-bar", &latest);
    assert!(failed[0].starts_with("Could not evaluate: Could not get latest version: Execution of 'pip3 index"));
    site.on("pip3 index", 0, "garbage");
    assert!(site.apply("foo-bar", &latest)[0].ends_with("pip lists no version of foo-bar"));
}

#[test]
fn pip_uninstalls_packages() {
    let mut site = pip();
    assert_eq!(site.apply("foo-bar[extra]", &[text("ensure", "absent")]), ["ensure: removed"]);
    assert_eq!(site.ran_but("pip3 list"), ["pip3 uninstall -y -q foo-bar"]);
    assert_eq!(site.apply("new", &[text("ensure", "absent")]), [""; 0]);
}

fn gem() -> Site<Gem> {
    let site = Site::new("gem");
    site.on("gem list --local", 0, "rake (13.0.6, 12.3.3)\njson (default: 2.6.3)\n").on("gem install", 0, "");
    site.on("gem uninstall", 0, "");
    site
}

#[test]
fn gem_is_in_sync_with_any_installed_version() {
    let mut site = gem();
    for version in ["present", "13.0.6", "12.3.3", "~> 12.3", ">= 12, < 13", ">13 <14"] {
        assert_eq!(site.apply("rake", &[text("ensure", version)]), [""; 0], "{version}");
    }
    let messages = site.noop("rake", &[text("ensure", "~> 11")]);
    assert_eq!(messages, ["ensure: current_value ['13.0.6', '12.3.3'], should be '~> 11' (noop)"]);
    assert_eq!(site.listed()[1], ("json".to_owned(), vec!["2.6.3"].into()));
}

#[test]
fn gem_installs_versions_ranges_and_sources() {
    let mut site = gem();
    let mut installed = |attributes: &[(&str, Value)]| {
        let messages = site.apply("new", attributes);
        let ran = site.ran_but("gem list --local").join("; ");
        if ran.is_empty() { messages.join("") } else { ran }
    };
    assert_eq!(installed(&[]), "gem install --no-document new");
    assert_eq!(installed(&[text("ensure", "1.0")]), "gem install -v 1.0 --no-document new");
    assert_eq!(installed(&[text("ensure", ">1 <2")]), "gem install -v > 1, < 2 --no-document new");
    assert_eq!(installed(&[text("ensure", "latest")]), "gem install --no-document new");
    assert_eq!(installed(&[text("source", "/srv/new-1.gem")]), "gem install --no-document /srv/new-1.gem");
    assert_eq!(installed(&[text("source", "file:///srv/n.gem")]), "gem install --no-document /srv/n.gem");
    let remote = installed(&[text("source", "https://gems.example.org")]);
    assert_eq!(remote, "gem install --no-document --source https://gems.example.org new");
    let with = installed(&[("install_options", options(&["--clear-sources"]))]);
    assert_eq!(with, "gem install --clear-sources --no-document new");
    let refused = installed(&[text("source", "puppet:///modules/a/new.gem")]);
    assert!(refused.ends_with("failed: puppet:// URLs are not supported as gem sources"));
}

#[test]
fn gem_can_fail_with_exit_code_zero() {
    let mut site = gem();
    site.on("gem install", 0, "ERROR:  Could not find a valid gem 'new'\n");
    let failed = site.apply("new", &[]);
    assert!(failed[0].ends_with("failed: Could not install: ERROR:  Could not find a valid gem 'new'"), "{failed:?}");
    site.on("gem uninstall", 0, "ERROR:  While executing gem\n");
    let failed = site.apply("rake", &[text("ensure", "absent")]);
    assert!(failed[0].ends_with("failed: Could not uninstall: ERROR:  While executing gem"), "{failed:?}");
    site.on("gem list --local", 1, "no ruby");
    assert!(site.apply("new", &[])[0].starts_with("Could not evaluate: Could not list gems: Execution of"));
}

#[test]
fn gem_queries_its_source_for_the_latest_version() {
    let mut site = gem();
    site.on("gem list --remote", 0, "\n*** REMOTE GEMS ***\n\nrake (13.1.0)\n");
    let latest = [text("ensure", "latest"), text("source", "https://gems.example.org")];
    assert_eq!(site.apply("rake", &latest), ["ensure: ensure changed ['13.0.6', '12.3.3'] to '13.1.0'"]);
    assert_eq!(site.ran_but("gem list --local")[0], r"gem list --remote --source https://gems.example.org \Arake\z");
    site.on("gem list --remote", 0, "rake (12.3.3)\n");
    assert_eq!(site.apply("rake", &latest), [""; 0]);
    site.on("gem list --remote", 0, "");
    assert!(site.apply("rake", &latest)[0].ends_with("gem lists no version of rake"));
}

#[test]
fn gem_is_removed_with_its_executables() {
    let mut site = gem();
    site.apply("rake", &[text("ensure", "absent"), ("uninstall_options", options(&["--force"]))]);
    assert_eq!(site.ran_but("gem list --local"), ["gem uninstall --executables --all rake --force"]);
}

fn npm() -> Site<Npm> {
    let site = Site::new("npm");
    let listed = "/usr/lib:\n/usr/lib/node_modules/npm:npm@9.2.0\n/usr/lib/node_modules/@acme/tool:@acme/tool@1.0.0\n";
    site.on("npm list", 0, listed).on("npm install", 0, "").on("npm uninstall", 0, "");
    site
}

#[test]
fn npm_lists_installs_and_removes_packages() {
    let mut site = npm();
    assert_eq!(site.apply("npm", &[]), [""; 0]);
    assert_eq!(site.apply("@acme/tool", &[text("ensure", "1.0.0")]), [""; 0]);
    let mut run = |title: &str, attributes: &[(&str, Value)]| {
        site.apply(title, attributes);
        site.ran_but("npm list").join("; ")
    };
    assert_eq!(run("new", &[]), "npm install --global new");
    assert_eq!(run("@acme/tool", &[text("ensure", "2.0.0")]), "npm install --global @acme/tool@2.0.0");
    assert_eq!(run("new", &[text("ensure", "latest")]), "npm install --global new@latest");
    assert_eq!(run("new", &[text("source", "/srv/new.tgz")]), "npm install --global /srv/new.tgz");
    let forced = [("install_options", options(&["--force"]))];
    assert_eq!(run("new", &forced), "npm install --global --force new");
    let gone = [text("ensure", "absent"), ("uninstall_options", options(&["--no-save"]))];
    assert_eq!(run("npm", &gone), "npm uninstall --global --no-save npm");
}

#[test]
fn npm_reports_the_latest_version_despite_warnings() {
    let mut site = npm();
    site.on("npm view npm version", 0, "10.1.0\n");
    let latest = [text("ensure", "latest")];
    assert_eq!(site.apply("npm", &latest), ["ensure: ensure changed '9.2.0' to '10.1.0'"]);
    assert_eq!(site.ran_but("npm list"), ["npm view npm version", "npm install --global npm@latest"]);
    site.on("npm view npm version", 0, "\n");
    assert!(site.apply("npm", &latest)[0].ends_with("npm lists no version of npm"));
    let mut site = npm();
    site.on("npm list", 1, "/usr/lib/node_modules/npm:npm@9.2.0\n");
    assert_eq!(site.apply("npm", &[]), [""; 0]);
    let mut site = npm();
    site.on("npm list", 1, "");
    assert!(site.apply("npm", &[])[0].starts_with("Could not evaluate: Execution of 'npm list --global' returned 1"));
}

#[test]
fn each_command_has_its_own_packages() {
    let mut site = pip();
    let own = text("command", "/opt/python/bin/pip");
    assert_eq!(site.apply("foo-bar", &[]), [""; 0]);
    site.on("pip3 list", 0, "");
    assert_eq!(site.apply("foo-bar", &[]), [""; 0]);
    assert_eq!(site.apply("foo-bar", &[own]), ["ensure: created"]);
}

#[test]
fn missing_command_is_reported_with_puppets_message() {
    let mut site = gem();
    site.answer("gem", Err(Error::new(Code::NotFound, "no such command")));
    let messages = site.apply("rake", &[]);
    assert_eq!(messages, ["Could not evaluate: Provider gem package command is not functional on this host"]);
    let messages = site.apply("rake", &[text("command", "/opt/no")]);
    assert_eq!(messages, ["Could not evaluate: Provider gem package command '/opt/no' does not exist on this host"]);
    assert_eq!(site.listed(), []);
}
