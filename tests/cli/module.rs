//! `module list` and `module check`: installed modules, their dependencies, missing modules, and differences from the
//! Puppetfile.

use marotte_tests::Scratch;

use crate::scratch;

/// Creates modules in two directories and an empty third one. Returns the module path.
fn modules(scratch: &Scratch) -> String {
    let module = |path: &str, name: &str, version: &str, needs: &str| {
        let text = format!(r#"{{"name": "{name}", "version": "{version}", "dependencies": [{needs}]}}"#);
        let _ = scratch.file(&format!("{path}/metadata.json"), text);
    };
    let need = |name: &str, versions: &str| format!(r#"{{"name": "{name}", "version_requirement": "{versions}"}}"#);
    module("m1/a", "me-a", "1.0.0", &[need("me/b", ">= 2.0.0"), need("me/gone", ">= 1.0.0 < 2.0.0")].join(","));
    module("m1/b", "me-b", "1.2.0", &need("me-d", "1.x"));
    module("m1/e", "me-e", "foo", "");
    module("m1/g", "me-g", "1.0.0", &need("me/e", "1.x"));
    module("m3/d", "me-d", "1.5.0", "");
    let _ = scratch.file("m1/c/manifests/init.pp", "class c { }");
    let _ = scratch.file("m1/f/metadata.json", "{bad");
    let _ = scratch.file("m1/No-Module/x", "");
    let _ = scratch.file("m2/file", "");
    ["m1", "m2", "m3", "nowhere"].map(|name| scratch.path(name).display().to_string()).join(":")
}

#[test]
fn modules_are_listed_by_directory() {
    let scratch = scratch();
    let path = modules(&scratch);
    let [m1, m2, m3] = ["m1", "m2", "m3"].map(|name| scratch.path(name).display().to_string());
    let outcome = scratch.run(&["module", "list", "--modulepath", &path]).expect(0);
    let expected = format!(
        "{m1}\n├── c (???)\n├── f (???)\n├── me-a (v1.0.0)\n├── me-b (v1.2.0)  invalid\n├── me-e (vfoo)\n└── me-g (v1.0.0)\n\
         {m2} (no modules installed)\n{m3}\n└── me-d (v1.5.0)\n"
    );
    assert_eq!(outcome.stdout, expected);
    let nowhere = scratch.path("nowhere").display().to_string();
    let warnings = format!(
        "\
Warning: The directory {nowhere} of the setting 'modulepath' does not exist
Warning: f has an invalid and unparsable metadata.json file. The parse error: key must be a string at line 1 column 2
Warning: Non semantic version dependency me-e (vfoo):
    |   'me-g' (v1.0.0) requires 'me-e' (v1.x)
Warning: Module 'me-b' (v1.2.0) fails to meet some dependencies:
    |   'me-a' (v1.0.0) requires 'me-b' (>= 2.0.0)
Warning: Missing dependency 'me-gone':
    |   'me-a' (v1.0.0) requires 'me-gone' (>= 1.0.0 < 2.0.0)
"
    );
    assert_eq!(outcome.stderr, warnings);
    let colored = scratch.run(&["module", "list", "--modulepath", &path, "--color", "true"]).expect(0);
    let _ = colored
        .says("├── me-b (\u{1b}[0;36mv1.2.0\u{1b}[0m)  \u{1b}[0;31minvalid\u{1b}[0m\n")
        .complains("\u{1b}[1;33mWarning: Missing dependency 'me-gone':\n");
}

#[test]
fn many_unmet_dependencies_are_summed_up_after_the_list() {
    let scratch = scratch();
    let needs: Vec<String> = (1..=7).map(|number| format!(r#"{{"name": "me/gone{number}"}}"#)).collect();
    let metadata = format!(r#"{{"name": "me-a", "version": "1.0.0", "dependencies": [{}]}}"#, needs.join(", "));
    let _ = scratch.file("m/a/metadata.json", metadata);
    let path = scratch.path("m").display().to_string();
    let outcome = scratch.run(&["module", "list", "--modulepath", &path]).expect(0);
    assert_eq!(outcome.stderr, "Warning: 7 missing dependencies; 'marotte module check' lists them\n");
    let verbose = scratch.run(&["module", "list", "--modulepath", &path, "--verbose"]).expect(0);
    let _ = verbose.complains("Warning: Missing dependency 'me-gone7':\n");
}

#[test]
fn modules_are_listed_by_dependency() {
    let scratch = scratch();
    let path = modules(&scratch);
    let [m1, m2, m3] = ["m1", "m2", "m3"].map(|name| scratch.path(name).display().to_string());
    let outcome = scratch.run(&["module", "list", "--tree", "--modulepath", &path]).expect(0);
    let expected = format!(
        "{m1}
├─┬ me-a (v1.0.0)
│ ├── UNMET DEPENDENCY me-gone (>= 1.0.0 < 2.0.0)
│ └─┬ me-b (v1.2.0)  invalid
│   └── me-d (v1.5.0) [{m3}]
├── c (???)
├── f (???)
└─┬ me-g (v1.0.0)
  └── me-e (vfoo)
{m2} (no modules installed)
{m3}
└── me-d (v1.5.0)
"
    );
    assert_eq!(outcome.stdout, expected);
    let colored = scratch.run(&["module", "list", "--tree", "--modulepath", &path, "--color", "true"]).expect(0);
    let _ = colored.says("\u{1b}[0;41mUNMET DEPENDENCY\u{1b}[0m me-gone (\u{1b}[0;36m>= 1.0.0 < 2.0.0\u{1b}[0m)\n");
}

#[test]
fn modules_are_listed_as_json() {
    let scratch = scratch();
    let path = modules(&scratch);
    let outcome = scratch.run(&["module", "list", "--modulepath", &path, "--render-as", "json"]).expect(0);
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("an object");
    assert_eq!(json["environment"], "production");
    let m3 = scratch.path("m3").display().to_string();
    assert_eq!(json["modules_by_path"][&m3], serde_json::json!([{ "name": "me-d", "version": "1.5.0" }]));
    assert_eq!(json["unmet_dependencies"]["missing"][0]["name"], "me/gone");
}

#[test]
fn dependency_cycle_ends_and_names_are_escaped() {
    let scratch = scratch();
    let text = |name: &str, need: &str, version: &str| {
        format!(
            r#"{{"name": "me-{name}", "version": "{version}", "dependencies": [{{"name": "me/{need}"}}, 5, {{}}]}}"#
        )
    };
    let _ = scratch.file("m/a/metadata.json", text("a", "b", "1.0.0"));
    let _ = scratch.file("m/b/metadata.json", text("b", "a", "\\u001b[0;31m1.0.0"));
    let path = scratch.path("m").display().to_string();
    let outcome = scratch.run(&["module", "list", "--tree", "--modulepath", &path, "--color", "true"]).expect(0);
    let expected =
        format!("{path}\n└─┬ me-a (\u{1b}[0;36mv1.0.0\u{1b}[0m)\n  └── me-b (\u{1b}[0;36mv\\e[0;31m1.0.0\u{1b}[0m)\n");
    assert_eq!(outcome.stdout, expected);
}

#[test]
fn dependency_is_found_by_directory_and_checked_by_author() {
    let scratch = scratch();
    let _ = scratch.file(
        "m/a/metadata.json",
        r#"{"name": "me-a", "version": "1.0.0", "dependencies": [{"name": "me/b"}, {"name": "me/c"}]}"#,
    );
    let _ = scratch.file("m/other/metadata.json", r#"{"name": "me-b", "version": "1.0.0"}"#);
    let _ = scratch.file("m/c/metadata.json", r#"{"name": "you-c", "version": "1.0.0"}"#);
    let path = scratch.path("m").display().to_string();
    let outcome = scratch.run(&["module", "list", "--tree", "--modulepath", &path]).expect(0);
    // As in Puppet, a module in the directory is listed below the module that requires it, although it is
    // reported as missing.
    let expected = format!(
        "{path}\n├─┬ me-a (v1.0.0)\n│ ├── UNMET DEPENDENCY me-b (>= 0.0.0)\n│ ├── UNMET DEPENDENCY me-c (>= 0.0.0)\n\
         │ └── you-c (v1.0.0)\n└── me-b (v1.0.0)\n"
    );
    assert_eq!(outcome.stdout, expected);
}

#[test]
fn errors_in_modules_are_reported() {
    let scratch = scratch();
    let metadata = |name: &str, more: &str| format!(r#"{{"name": "me-{name}", "version": "1.0.0"{more}}}"#);
    let requires = |products: &[(&str, &str)]| {
        let each =
            products.iter().map(|(name, range)| format!(r#"{{"name": "{name}", "version_requirement": "{range}"}}"#));
        format!(r#", "requirements": [{}]"#, each.collect::<Vec<_>>().join(","))
    };
    for (directory, text) in [
        ("one/old", metadata("old", &requires(&[("puppet", ">= 3.0.0 < 7.0.0"), ("pe", "3.x")]))),
        ("one/new", metadata("new", &requires(&[("openvox", ">= 8.0.0 < 9.0.0")]))),
        ("one/either", metadata("either", &requires(&[("puppet", "5.x || 6.x"), ("openvox", "7.x || 8.x")]))),
        ("one/fits", metadata("fits", &requires(&[("puppet", ">= 5.0.0 < 8.0.0")]))),
        ("one/needy", metadata("needy", r#", "dependencies": [{"name": "me/gone"}]"#)),
        ("two/fits", metadata("fits", "")),
        ("two/broken", "{".to_owned()),
        ("two/unix", metadata("unix", r#", "operatingsystem_support": [{"operatingsystem": "AIX"}]"#)),
    ] {
        let _ = scratch.file(&format!("{directory}/metadata.json"), text);
    }
    let [one, two] = ["one", "two"].map(|name| scratch.path(name).display().to_string());
    let path = format!("{one}:{two}");
    let outcome = scratch.run(&["module", "check", "--modulepath", &path]).expect(1);
    let expected = format!(
        "Error: broken has an invalid and unparsable metadata.json file. The parse error: it ends in line 1 within a value
Error: The module 'fits' is in {one} and in {two}; the first one is used
Error: Missing dependency 'me-gone':
    |   'me-needy' (v1.0.0) requires 'me-gone' (>= 0.0.0)
Error: 'me-new' (v1.0.0) requires 'openvox' (>= 8.0.0 < 9.0.0); this is the language of Puppet 7.23.0
Error: 'me-old' (v1.0.0) requires 'puppet' (>= 3.0.0 < 7.0.0); this is the language of Puppet 7.23.0
"
    );
    assert_eq!((outcome.stderr.as_str(), outcome.stdout.as_str()), (expected.as_str(), "8 modules, 5 faults\n"));
    let os = |system: &str| scratch.run(&["module", "check", "--modulepath", &path, "--os", system]).expect(1);
    let _ = os("Debian/12").complains("Error: 'me-unix' (v1.0.0) does not list Debian/12 as supported\n");
    let _ = os("aix/7.2").is_silent_about("me-unix");
    let json = scratch.run(&["module", "check", "--modulepath", &path, "--render-as", "json"]).expect(1);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("an object");
    let kinds: Vec<_> = json["faults"].as_array().expect("a list").iter().map(|fault| fault["kind"].clone()).collect();
    assert_eq!(kinds, ["metadata", "duplicate", "dependency", "language", "language"]);
}

#[test]
fn modules_are_compared_with_the_puppetfile() {
    let scratch = scratch();
    let module = |name: &str, author: &str, version: &str| {
        let text = format!(r#"{{"name": "{author}-{name}", "version": "{version}"}}"#);
        let _ = scratch.file(&format!("env/modules/{name}/metadata.json"), text);
    };
    for (name, author, version) in
        [("a", "me", "1.0.0"), ("b", "me", "1.0.0"), ("c", "you", "1.0.0"), ("d", "me", "2.0.0")]
    {
        module(name, author, version);
    }
    let _ = scratch.file("env/site/base/manifests/init.pp", "class base { }");
    let puppetfile = |text: &str| scratch.file("env/Puppetfile", text).display().to_string();
    let path = ["env/modules", "env/site"].map(|name| scratch.path(name).display().to_string()).join(":");
    let check = |file: &str| scratch.run(&["module", "check", "--modulepath", &path, "--puppetfile", file]);
    let fine = "mod 'me/a', '1.0.0'\nmod 'me-b', :latest\nmod 'c', git: 'https://git.example.com/c', ref: 'v1'\n\
                mod 'd', '>= 1.5.0'\nmod 'base', local: true, install_path: 'site'\n";
    let outcome = check(&puppetfile(fine)).expect(0);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("5 modules, 0 faults\n", ""));
    let other = "mod 'me/a', '1.1.0'\nmod 'me-c'\nmod 'gone', git: 'x'\nmod 'd', '2.0.0'\n";
    let modules = scratch.path("env/modules").display().to_string();
    let expected = format!(
        "Error: The Puppetfile requires 'me-a' (v1.1.0); installed is v1.0.0
Error: The Puppetfile requires 'me-c'; installed is 'you-c'
Error: The Puppetfile requires 'gone', which is not in {modules}
Error: 'me-b' is in {modules}, but not in the Puppetfile
"
    );
    assert_eq!(check(&puppetfile(other)).expect(1).stderr, expected);
    // Ruby code is not evaluated, and nothing else is checked in this case.
    let file = puppetfile("mod 'me/a', `touch evaluated`\n");
    let refused = check(&file).expect(1).complains("touch").stderr;
    let place = format!(
        "Error: '`' is Ruby code, which is not evaluated in a Puppetfile (file: {file}, line: 1, column: 13)\n"
    );
    assert!(refused.starts_with(&place), "{refused}");
    let _ = check("/nowhere/Puppetfile").expect(1).complains("Error: Could not read /nowhere/Puppetfile: No such file");
}

#[test]
fn puppetfile_of_an_environment_is_found() {
    let scratch = scratch();
    let _ = scratch.file("environments/test/Puppetfile", "mod 'me/a', '1.0.0'\n");
    let path = scratch.path("environments").display().to_string();
    let check = || {
        scratch.run(&[
            "module",
            "check",
            "--environmentpath",
            &path,
            "--environment",
            "test",
            "--basemodulepath",
            "/nowhere",
        ])
    };
    let _ = check().expect(1).complains("Error: The Puppetfile requires 'me-a', which is not in ");
    let _ = scratch.file("environments/test/modules/a/metadata.json", r#"{"name": "me-a", "version": "1.0.0"}"#);
    assert_eq!(check().expect(0).stdout, "1 module, 0 faults\n");
}

#[test]
fn unknown_action_is_rejected_by_name() {
    let refused = scratch().run(&["module", "nosuch"]).expect(1);
    assert_eq!(refused.stderr, "Error: 'module' has no 'nosuch' action.  See `marotte help module`.\n");
}
