//! `module list`: what is there, what needs what, what is missing.

use marotte_tests::Scratch;

use crate::scratch;

/// Modules in two folders, and one folder that is empty; gives the module path.
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
fn modules_are_listed_by_folder() {
    let scratch = scratch();
    let path = modules(&scratch);
    let [m1, m2, m3] = ["m1", "m2", "m3"].map(|name| scratch.path(name).display().to_string());
    let outcome = scratch.run(&["module", "list", "--modulepath", &path]).expect(0);
    let expected = format!(
        "{m1}\n├── c (???)\n├── f (???)\n├── me-a (v1.0.0)\n├── me-b (v1.2.0)  invalid\n├── me-e (vfoo)\n└── me-g (v1.0.0)\n\
         {m2} (no modules installed)\n{m3}\n└── me-d (v1.5.0)\n"
    );
    assert_eq!(outcome.stdout, expected);
    let warnings = "\
Warning: f has an invalid and unparsable metadata.json file. The parse error: key must be a string at line 1 column 2
Warning: Non semantic version dependency me-e (vfoo):
  'me-g' (v1.0.0) requires 'me-e' (v1.x)
Warning: Module 'me-b' (v1.2.0) fails to meet some dependencies:
  'me-a' (v1.0.0) requires 'me-b' (>= 2.0.0)
Warning: Missing dependency 'me-gone':
  'me-a' (v1.0.0) requires 'me-gone' (>= 1.0.0 < 2.0.0)
";
    assert_eq!(outcome.stderr, warnings);
    let colored = scratch.run(&["module", "list", "--modulepath", &path, "--color", "true"]).expect(0);
    let _ = colored
        .says("├── me-b (\u{1b}[0;36mv1.2.0\u{1b}[0m)  \u{1b}[0;31minvalid\u{1b}[0m\n")
        .complains("\u{1b}[1;33mWarning: Missing dependency 'me-gone':\n");
}

#[test]
fn modules_are_listed_by_what_needs_them() {
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
fn programs_get_modules_as_json() {
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
fn a_circle_ends_and_strange_names_do_nothing() {
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
fn other_actions_are_refused_by_name() {
    let refused = scratch().run(&["module", "install", "puppetlabs-stdlib"]).expect(1);
    assert_eq!(refused.stderr, "Error: 'module' has no 'install' action.  See `marotte help module`.\n");
}
