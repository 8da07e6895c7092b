//! `marotte resource`: display of current resources in Puppet's format, and changes to a single resource.

use std::fs;

use marotte_tests::{GENERATORS, Outcome, Scratch};

use crate::scratch;

fn resource(scratch: &Scratch, words: &[&str], exit: i32) -> Outcome {
    let (root, state) = (scratch.root(), scratch.path("state"));
    let (root, state) = (root.display().to_string(), state.display().to_string());
    let flags = ["--root", &root, "--vardir", &state, "--provider", GENERATORS];
    scratch.run(&[&["resource"], words, &flags].concat()).expect(exit)
}

fn stocked() -> Scratch {
    let scratch = scratch();
    fs::create_dir(scratch.root().join("stock")).expect("the initial tree");
    fs::write(scratch.root().join("stock/pears"), "12").expect("the initial tree");
    fs::write(scratch.root().join("stock/ap'ples"), "3").expect("the initial tree");
    scratch
}

const PEARS: &str = "stock { 'pears':
  ensure   => 'present',
  amount   => 12,
  digits   => 2,
  provider => 'stock',
}
";

#[test]
fn resources_are_listed_by_title() {
    let scratch = stocked();
    let apples = PEARS.replace("'pears'", "'ap\\'ples'").replace("12", "3").replace("digits   => 2", "digits   => 1");
    assert_eq!(resource(&scratch, &["stock"], 0).stdout, apples + PEARS);
    let yaml = "---\nstock:\n  ap'ples:\n    ensure: present\n    amount: 3\n    digits: 1\n    provider: stock\n  pears:\n    ensure: present\n    amount: 12\n    digits: 2\n    provider: stock\n";
    assert_eq!(resource(&scratch, &["stock", "--to_yaml"], 0).stdout, yaml);
    let json: serde_json::Value =
        serde_json::from_str(&resource(&scratch, &["stock", "--render-as", "json"], 0).stdout).unwrap();
    assert_eq!(json[1]["parameters"]["amount"], 12);
}

#[test]
fn messages_logged_while_listing_are_printed() {
    let scratch = stocked();
    fs::write(scratch.root().join("stock/.secret"), "1").unwrap();
    let outcome = resource(&scratch, &["stock"], 0).complains("Warning: 1 are hidden");
    assert!(!outcome.stdout.contains("secret"));
}

#[test]
fn resource_is_shown_whether_present_or_absent() {
    let scratch = stocked();
    assert_eq!(resource(&scratch, &["stock", "pears"], 0).stdout, PEARS);
    let none = "stock { 'none':\n  ensure   => 'absent',\n  provider => 'stock',\n}\n";
    assert_eq!(resource(&scratch, &["stock", "none"], 0).stdout, none);
    fs::write(scratch.root().join("motd"), "hello\n").unwrap();
    let shown = resource(&scratch, &["file", "/motd"], 0).stdout;
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[..2], ["file { '/motd':", "  ensure   => 'file',"]);
    assert!(
        lines.iter().any(|line| line.starts_with("  content  => '{sha256}5891b5b522d5df086d0ff0b110fbd9d2")),
        "{shown}"
    );
    assert!(lines.iter().any(|line| line.starts_with("  mode     => '0")), "{shown}");
    assert!(scratch.tree().len() == 4);
}

#[test]
fn attribute_arguments_change_the_resource() {
    let scratch = stocked();
    let outcome = resource(&scratch, &["stock", "pears", "amount=13"], 0);
    let output = "Notice: /Stock[pears]/amount: amount changed 12 to 13\n";
    assert_eq!(outcome.stdout, format!("{output}stock {{ 'pears':\n  amount   => 13,\n  provider => 'stock',\n}}\n"));
    assert_eq!(fs::read_to_string(scratch.root().join("stock/pears")).unwrap(), "13");
    let dry = resource(&scratch, &["stock", "pears", "ensure=absent", "--noop"], 0).stdout;
    assert!(
        dry.starts_with("Notice: /Stock[pears]/ensure: current_value 'present', should be 'absent' (noop)\n"),
        "{dry}"
    );
    assert!(scratch.root().join("stock/pears").exists());
    let gone = resource(&scratch, &["stock", "pears", "ensure=absent"], 0).stdout;
    assert!(gone.starts_with("Notice: /Stock[pears]/ensure: removed\n"), "{gone}");
    assert!(!scratch.root().join("stock/pears").exists());
}

#[test]
fn invalid_arguments_are_reported_in_puppets_words() {
    let scratch = stocked();
    let listing = "Listing all file instances is not supported.  Please specify a file or directory, e.g. marotte resource file /etc";
    let wrong: [(&[&str], &str); 8] = [
        (&["nosuch"], "Could not find type nosuch"),
        (&["nosuch", "x"], "Could not find type nosuch"),
        (&["stok", "x"], "Could not find type stok; did you mean 'stock'?"),
        (&["stock", "x", "amout=1"], "no parameter named 'amout' on Stock[x]; did you mean 'amount'?"),
        (
            &["bundle"],
            "The type 'bundle' cannot list its resources: none of its providers implements 'instances' (bundle). To read one of \
             them: marotte resource bundle TITLE",
        ),
        (&["file"], listing),
        (&["stock", "pears", "amount"], "Invalid parameter setting amount"),
        (
            &["stock", "pears", "ensure=odd"],
            "Parameter ensure failed on Stock[pears]: Invalid value \"odd\". Valid values are present, absent.",
        ),
    ];
    for (words, message) in wrong {
        let outcome = resource(&scratch, words, 1);
        assert!(outcome.stderr.contains(&format!("Error: Could not run: {message}\n")), "{}", outcome.stderr);
        assert_eq!(outcome.stdout, "");
    }
}

#[test]
fn parameters_are_shown_on_request() {
    let scratch = stocked();
    fs::write(scratch.root().join("motd"), "hello\n").unwrap();
    let shown = resource(&scratch, &["file", "/motd", "--param", "path", "-p", "nosuch"], 0).stdout;
    assert!(shown.contains("  path     => '/motd',\n"), "{shown}");
    assert!(!resource(&scratch, &["file", "/motd"], 0).stdout.contains("path "));
}

#[test]
fn fail_option_reports_failures_by_the_exit_code() {
    let scratch = stocked();
    let words = ["file", "/no/such/directory/x", "ensure=file"];
    let outcome = resource(&scratch, &words, 0);
    assert!(outcome.stderr.contains("Error: "), "{}", outcome.stderr);
    let _ = resource(&scratch, &[&words[..], &["--fail"]].concat(), 1);
    let _ = resource(&scratch, &["file", "/fine", "ensure=file", "--fail"], 0);
}

#[test]
fn types_are_listed() {
    let types = resource(&scratch(), &["--types"], 0).stdout;
    assert!(types.lines().any(|line| line == "file") && types.lines().any(|line| line == "stock"), "{types}");
}
