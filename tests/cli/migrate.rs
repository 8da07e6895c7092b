//! Migration from Puppet: `migrate check`, and the messages about parts that need Ruby, PuppetDB or a server.

use marotte_tests::server::{Answer, Server};
use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// Runs `apply -e CODE` with an environment in the configuration directory of the test.
fn apply(scratch: &Scratch, code: &str, flags: &[&str]) -> Outcome {
    let path = |name: &str| scratch.path(name).display().to_string();
    let (confdir, vardir, root) = (path("conf"), path("var"), path("root"));
    let basic = ["apply", "--confdir", &confdir, "--vardir", &vardir, "--root", &root, "-e", code];
    scratch.run(&[&basic, flags].concat())
}

/// Writes a file of the environment `production`.
fn environment_file(scratch: &Scratch, name: &str, text: &str) -> String {
    scratch.file(&format!("conf/environments/production/{name}"), text).display().to_string()
}

#[test]
fn migrate_check_fails_only_for_errors() {
    let scratch = scratch();
    let _ = scratch.file("repo/manifests/site.pp", "file { '/a': content => upper($facts['role']) }\n");
    let _ = scratch.file("repo/modules/m/lib/facter/role.rb", "");
    let _ = scratch.file("repo/puppet.conf", "[main]\nldapserver = ldap\n");
    let repository = scratch.path("repo").display().to_string();
    let flags = ["migrate", "check", &repository, "--basemodulepath", "/nowhere"];
    let _ = scratch.run(&flags).expect(1).says("error: There is no function 'upper'\n    at manifests/site.pp:1:25\n");
    let _ = scratch.file("repo/manifests/site.pp", "file { '/a': content => upcase($facts['role']) }\n");
    let outcome = scratch.run(&flags).expect(0).says("0 errors, 2 warnings, 0 notes in 2 files\n");
    let _ = outcome
        .says("Facts\n  warning: The fact 'role' is written in Ruby (modules/m/lib/facter/role.rb)\n")
        .says("    at manifests/site.pp:1:39\n    remedy: install the interpreter with 'marotte ruby add FILE'")
        .says("Settings\n  warning: The setting 'ldapserver' has no effect here\n    at puppet.conf:2\n");
}

#[test]
fn migrate_check_prints_json() {
    let scratch = scratch();
    let _ = scratch.file("repo/manifests/site.pp", "package { 'x': provider => brew }\n");
    let repository = scratch.path("repo").display().to_string();
    let flags = ["migrate", "check", &repository, "--basemodulepath", "/nowhere", "--render-as", "json"];
    let outcome = scratch.run(&flags).expect(1);
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let finding = &json["findings"][0];
    assert_eq!(
        (json["errors"].as_u64(), finding["message"].as_str()),
        (Some(1), Some("The type 'package' has no provider 'brew' here"))
    );
    assert_eq!(finding["places"], serde_json::json!([{"file": "manifests/site.pp", "line": 1, "column": 16}]));
}

#[test]
fn migrate_check_rejects_directories_without_an_environment() {
    let scratch = scratch();
    let _ = scratch.file("other/x", "");
    let other = scratch.path("other").display().to_string();
    let _ =
        scratch.run(&["migrate", "check", &other]).expect(1).complains("is not an environment: it contains none of");
    let _ = scratch.run(&["migrate", "check", "/nowhere"]).expect(1).complains("There is no directory '/nowhere'");
}

#[test]
fn hint_for_a_query_without_a_database_names_the_setting() {
    let scratch = scratch();
    let hints = [
        ("puppetdb_query", "Hint: this function needs a database of nodes: the setting 'storeconfigs' keeps one"),
        ("query_nodes", "Hint: this function of the module dalen/puppetdbquery is not supported; use 'puppetdb_query'"),
    ];
    for (name, hint) in hints {
        let _ = apply(&scratch, &format!("{name}('x')"), &[]).expect(1).complains(hint);
    }
}

#[test]
fn ruby_hiera_backend_is_reported_at_its_entry() {
    let scratch = scratch();
    let text = "version: 5\nhierarchy:\n  - name: secrets\n    lookup_key: hiera_vault\n";
    let file = environment_file(&scratch, "hiera.yaml", text);
    let function = environment_file(&scratch, "modules/vault/lib/puppet/functions/hiera_vault.rb", "");
    let _ = apply(&scratch, "notice(lookup('a'))", &[])
        .expect(1)
        .complains(&format!("Unable to find 'lookup_key' function named 'hiera_vault' (file: {file}, line: 4"))
        .complains(&format!("Hint: the function is written in Ruby ({function})"));
}

#[test]
fn hiera_file_without_version_is_distinguished_from_version_3() {
    let scratch = scratch();
    let lookup = "notice(lookup('a', String, first, 'none'))";
    let file = environment_file(&scratch, "hiera.yaml", "hierarchy:\n  - name: a\n    path: a.yaml\n");
    let _ = apply(&scratch, lookup, &[])
        .expect(0)
        .complains(&format!(
            "Warning: {file} has no 'version', so it is read as version 3 and ignored; add the line 'version: 5'"
        ))
        .is_silent_about("deprecated");
    let _ = apply(&scratch, lookup, &["--strict", "error"]).expect(1).complains("add the line 'version: 5'");
    let _ = environment_file(&scratch, "hiera.yaml", ":backends: yaml\n");
    let _ = apply(&scratch, lookup, &[])
        .expect(0)
        .complains("hiera.yaml version 3 found at the environment root was ignored");
}

#[test]
fn ruby_fact_is_named_for_unknown_variables_and_by_facts() {
    let scratch = scratch();
    let file = environment_file(&scratch, "modules/acme/lib/facter/acme_role.rb", "");
    let hint = format!(
        "Hint: the fact 'acme_role' is written in Ruby ({file}); with an interpreter ('marotte ruby add FILE')"
    );
    for variable in ["$acme_role", "$::acme_role"] {
        let _ = apply(&scratch, &format!("notice({variable})"), &["--strict_variables"]).expect(1).complains(&hint);
    }
    let confdir = scratch.path("conf").display().to_string();
    let _ = scratch
        .run(&["facts", "acme_role", "--confdir", &confdir])
        .expect(1)
        .complains(&format!("Warning: The fact 'acme_role' ({file}) is written in Ruby, so it has no value"));
}

#[test]
fn undecryptable_value_is_shortened_in_the_message() {
    let scratch = scratch();
    let text = "version: 5\nhierarchy:\n  - name: a\n    lookup_key: eyaml_lookup_key\n    path: a.eyaml\n    options: \
                {pkcs7_private_key: /nowhere/key.pem}\n";
    let _ = environment_file(&scratch, "hiera.yaml", text);
    let _ = environment_file(&scratch, "data/a.eyaml", &format!("a: ENC[PKCS7,{}]\n", "MIIB".repeat(100)));
    let _ = apply(&scratch, "notice(lookup('a'))", &[])
        .expect(1)
        .complains(&format!("error decrypting ENC[PKCS7,{}MI… when looking up a in ", "MIIB".repeat(5)))
        .complains("Error was the message cannot be read: ");
}

#[test]
fn module_installation_hint_names_other_tools() {
    let scratch = scratch();
    let _ = scratch
        .run(&["module", "install", "puppetlabs-ntp"])
        .expect(1)
        .complains("Error: 'module' has no 'install' action.  See `marotte help module`.")
        .complains("Hint: modules are not installed by this program; use r10k or g10k with a Puppetfile");
    let _ = scratch.run(&["module", "nosuch"]).expect(1).is_silent_about("r10k");
}

#[test]
fn invalid_number_and_missing_file_are_reported_in_plain_words() {
    let scratch = scratch();
    let _ = scratch
        .run(&["undo", "last"])
        .expect(1)
        .complains("invalid value 'last' for '[RUN]': it must be a whole number")
        .is_silent_about("digit");
    let _ = scratch
        .run(&["apply", "--catalog", "/nowhere/catalog.json"])
        .expect(1)
        .complains("No such file or directory")
        .is_silent_about("os error");
}

/// Starts a PuppetDB with four nodes: one compiles, one needs Ruby, one has no facts, one is deactivated.
fn puppetdb() -> Server {
    let node = |name: &str, deactivated: &str| {
        format!(
            r#"{{"certname":"{name}","deactivated":{deactivated},"expired":null,"catalog_environment":"production"}}"#
        )
    };
    let nodes = [node("a", "null"), node("b", "null"), node("c", "null"), node("d", "\"2026-01-01T00:00:00Z\"")];
    let fact = |name: &str, value: &str| {
        format!(r#"{{"certname":"a","environment":"production","name":"{name}","value":{value}}}"#)
    };
    let trusted = r#"{"certname":"a","extensions":{"pp_role":"web"}}"#;
    let facts = format!("[{},{}]", fact("color", "\"red\""), fact("trusted", trusted));
    let resource = |kind: &str, title: &str, exported: bool| {
        format!(r#"{{"type":"{kind}","title":"{title}","exported":{exported},"tags":[],"parameters":{{}}}}"#)
    };
    let resources = [
        resource("Stage", "main", false),
        resource("Class", "main", false),
        resource("Class", "Settings", false),
        resource("Notify", "red web", false),
        resource("File", "/old", false),
        resource("Host", "exported", true),
    ];
    let catalog = format!(r#"{{"certname":"a","resources":{{"data":[{}]}}}}"#, resources.join(","));
    Server::start(move |path| match path {
        "/pdb/query/v4/nodes" => Answer::Body(format!("[{}]", nodes.join(",")).into()),
        "/pdb/query/v4/nodes/a/facts" | "/pdb/query/v4/nodes/b/facts" => Answer::Body(facts.clone().into()),
        "/pdb/query/v4/nodes/c/facts" => Answer::Body(b"[]".to_vec()),
        "/pdb/query/v4/catalogs/a" => Answer::Body(catalog.clone().into()),
        _ => Answer::Status(404),
    })
}

#[test]
fn migrate_check_compiles_the_nodes_in_puppetdb() {
    let scratch = scratch();
    let site = "if $trusted['certname'] == 'b' { m::f() }\nnotify { \"${facts['color']} ${trusted['extensions']['pp_role']}\": }\n";
    let _ = scratch.file("repo/manifests/site.pp", site);
    let _ = scratch.file("repo/modules/m/lib/puppet/functions/m/f.rb", "");
    let server = puppetdb();
    let (repository, url) = (scratch.path("repo").display().to_string(), server.url(""));
    let path = |name: &str| scratch.path(name).display().to_string();
    let (confdir, vardir) = (path("conf"), path("var"));
    let flags = ["migrate", "check", &repository, "--puppetdb", &url, "--confdir", &confdir, "--vardir", &vardir];
    let outcome = scratch.run(&flags).expect(1);
    let _ = outcome
        .says("1 of 2 nodes compile here with their facts, with 4 of 5 resources of their catalogs in PuppetDB. 1 node has no facts in PuppetDB.\n")
        .says("    1 node   File[/old] only in PuppetDB\n")
        .says("    1 node   Ruby: function 'm::f'\n");
    let outcome = scratch.run(&[&flags[..], &["--render-as", "json"]].concat()).expect(1);
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!((&json["compiling"], &json["covered"]), (&serde_json::json!(1), &serde_json::json!(4)));
    assert_eq!(json["without_facts"], serde_json::json!(["c"]));
    let page = path("page.html");
    let _ = scratch.run(&[&flags[..], &["--html", &page]].concat()).expect(1);
    assert!(std::fs::read_to_string(page).expect("a page").contains("File[/old]"));
}

#[test]
fn migrate_check_reports_puppetdb_that_does_not_answer() {
    let scratch = scratch();
    let _ = scratch.file("repo/manifests/site.pp", "");
    let repository = scratch.path("repo").display().to_string();
    let check = |url: &str| scratch.run(&["migrate", "check", &repository, "--puppetdb", url]).expect(1);
    let _ = check("http://127.0.0.1:1").complains("The connection to PuppetDB failed");
    let _ = check("localhost").complains("'localhost' is not the address of PuppetDB");
    let server = Server::start(|_| Answer::Status(500));
    let _ = check(&server.url("")).complains("PuppetDB answered to /pdb/query/v4/nodes with 500");
    let server = Server::start(|_| Answer::Body(b"<html>".to_vec()));
    let _ = check(&server.url("")).complains("The reply of PuppetDB cannot be read");
}
