//! State stored between runs: exported resources and the cached catalog.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// Runs `apply` with a node name and directories of the test.
fn apply(scratch: &Scratch, node: &str, flags: &[&str]) -> Outcome {
    let path = |name: &str| scratch.path(name).display().to_string();
    let (confdir, vardir, root) = (path("conf"), path("var"), path("root"));
    let directories = ["apply", "--confdir", &confdir, "--vardir", &vardir, "--root", &root, "--certname", node];
    scratch.run(&[&directories, flags].concat())
}

#[test]
fn exported_resources_are_collected_by_other_nodes() {
    let scratch = scratch();
    let export = "@@file { \"/hosts/${trusted['certname']}\": content => 'x', tag => 'host' }";
    let _ = apply(&scratch, "n1", &["--storeconfigs", "-e", export]).expect(0);
    let _ = apply(&scratch, "n2", &["--storeconfigs", "-e", export]).expect(0);
    let collect = "file { '/hosts': ensure => directory } File <<| tag == 'host' |>> { mode => '0600' }";
    let _ = apply(&scratch, "n3", &["--storeconfigs", "-e", collect]).expect(0);
    let mode = |name: &str| fs::metadata(scratch.root().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode("hosts/n1"), mode("hosts/n2")], [0o600, 0o600]);
    let file = scratch.path("var/fleet.sqlite3");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    // Resources that are no longer exported are removed; a failed compilation changes nothing.
    let _ = apply(&scratch, "n1", &["--storeconfigs", "-e", ""]).expect(0);
    let _ = apply(&scratch, "n2", &["--storeconfigs", "-e", "fail('no')"]).expect(1);
    let count = "File <<| |>> { noop => true }";
    let _ = apply(&scratch, "n3", &["--storeconfigs", "--noop", "--debug", "-e", count])
        .expect(0)
        .is_silent_about("File[/hosts/n1]");
    let ours = "file { '/hosts/n2': } File <<| |>>";
    let _ = apply(&scratch, "n3", &["--storeconfigs", "-e", ours]).expect(1).complains(
        "A duplicate resource was found while collecting exported resources, with the type and title File[/hosts/n2]",
    );
    let _ = apply(&scratch, "n3", &["-e", "File <<| |>>"]).expect(0).complains("the collection will be ignored");
}

#[test]
fn facts_and_catalogs_of_runs_can_be_queried() {
    let scratch = scratch();
    let _ = apply(&scratch, "n1", &["--storeconfigs", "-e", "notify { 'a': }"]).expect(0);
    let nodes = "puppetdb_query('resources[certname] { type = \"Notify\" and title = \"a\" }')";
    let query = format!("notice({nodes}, puppetdb_query(['from', 'facts', ['=', 'name', 'kernel']])[0]['value'])");
    let _ = apply(&scratch, "n2", &["--storeconfigs", "-e", &query]).expect(0).says("[{certname => n1}] Linux");
    let wrong = "notice(puppetdb_query('nodes { nosuch = 1 }'))";
    let _ = apply(&scratch, "n2", &["--storeconfigs", "-e", wrong]).expect(1).complains("The query is not valid");
    let _ = apply(&scratch, "n2", &["-e", &query]).expect(1).complains("Unknown function: 'puppetdb_query'");
}

#[test]
fn report_of_a_run_is_in_the_database() {
    let scratch = scratch();
    let flags = ["--storeconfigs", "--reports", "store,puppetdb", "-e"];
    let _ = apply(&scratch, "n1", &[&flags[..], &["notify { 'a': }"]].concat()).expect(0);
    let query = "notice(puppetdb_query('reports[certname, status] { }'))";
    let _ =
        apply(&scratch, "n2", &["--storeconfigs", "-e", query]).expect(0).says("[{certname => n1, status => changed}]");
}

#[test]
fn puppetdb_that_cannot_be_used_is_named() {
    let scratch = scratch();
    let flags = ["--storeconfigs", "--storeconfigs_backend", "puppetdb", "-e", "notify { 'a': }"];
    let conf = scratch.file("conf/puppetdb.conf", "[main]\nserver_urls = http://127.0.0.1:1\n");
    let error = "puppetdb.conf, line 2: PuppetDB 'server_urls' must be https";
    let _ = apply(&scratch, "n1", &flags).expect(1).complains(error);
    std::fs::write(conf, "[main]\nserver_urls = https://127.0.0.1:1\n").unwrap();
    let error = "Failed to execute '/pdb/cmd/v1' on at least 1 of the following 'server_urls': https://127.0.0.1:1: ";
    let _ = apply(&scratch, "n1", &flags).expect(1).complains(error);
    let _ =
        scratch.file("conf/puppetdb.conf", "[main]\nserver_urls = https://127.0.0.1:1\nsoft_write_failure = true\n");
    let _ = apply(&scratch, "n1", &flags).expect(0).complains(error);
    let both = ["--database_url", "sqlite:/x/fleet.sqlite3"];
    let _ = apply(&scratch, "n1", &[&both[..], &flags].concat()).expect(1).complains("exclude each other");
}

#[test]
fn secret_is_not_exported() {
    let scratch = scratch();
    let code = "@@file { '/key': content => Sensitive('canary') }";
    let outcome = apply(&scratch, "n1", &["--storeconfigs", "-e", code]).expect(1);
    let outcome = outcome.complains("Could not export File[/key]: its attribute 'content' is Sensitive");
    let _ = outcome.is_silent_about("canary");
    for entry in fs::read_dir(scratch.path("var")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = if path.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        assert!(!bytes.windows(6).any(|part| part == b"canary"), "{}", path.display());
    }
}

#[test]
fn last_good_catalog_is_applied_if_compilation_fails() {
    let scratch = scratch();
    let site = "conf/environments/production/manifests/site.pp";
    let good = "file { '/a': content => 'good' }";
    let _ = scratch.file(site, good);
    let _ = apply(&scratch, "n1", &[]).expect(0);
    fs::remove_file(scratch.root().join("a")).unwrap();
    let _ = scratch.file(site, "file { '/a': content => }");
    let cached = "applying the catalog of ";
    // The last good catalog is not used by default, in a dry run, or in place of code that was given.
    let explicit = scratch.path(site).display().to_string();
    let plan = scratch.path("plan").display().to_string();
    let with = "--usecacheonfailure";
    let unused: [&[&str]; 6] = [
        &[],
        &["--test"],
        &[with, "--noop"],
        &[with, "--plan-out", &plan],
        &[with, "-e", "fail('x')"],
        &[with, &explicit],
    ];
    for flags in unused {
        let _ = apply(&scratch, "n1", flags).expect(1).is_silent_about(cached);
    }
    let _ = apply(&scratch, "n2", &[with]).expect(1).is_silent_about(cached);
    assert!(!scratch.root().join("a").exists() && !scratch.path("plan").exists());
    // A run with the last good catalog fails.
    let outcome = apply(&scratch, "n1", &[with]).expect(1).complains("Syntax error at '}'");
    let _ = outcome.complains("Warning: The manifests do not compile; applying the catalog of 20");
    assert_eq!(fs::read_to_string(scratch.root().join("a")).unwrap(), "good");
    let _ = apply(&scratch, "n1", &[with, "--detailed-exitcodes"]).expect(4);
    fs::remove_file(scratch.root().join("a")).unwrap();
    let _ = apply(&scratch, "n1", &[with, "--detailed-exitcodes"]).expect(6);
}

#[test]
fn damaged_catalog_is_ignored_and_catalog_with_a_secret_is_not_stored() {
    let scratch = scratch();
    let site = "conf/environments/production/manifests/site.pp";
    let _ = scratch.file(site, "notify { 'a': }");
    let _ = apply(&scratch, "n1", &[]).expect(0);
    let kept = scratch.path("var/client_data/catalog/n1.catalog");
    assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
    let mut bytes = fs::read(&kept).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&kept, bytes).unwrap();
    let _ = scratch.file(site, "fail('no')");
    let _ =
        apply(&scratch, "n1", &["--usecacheonfailure", "--debug"]).expect(1).says("is damaged or has another version");
    let _ = scratch.file(site, "file { '/key': content => Sensitive('canary') }");
    let _ = apply(&scratch, "n1", &["--debug"]).expect(0).says("contains a secret, and is not stored");
    assert!(!kept.exists());
}
