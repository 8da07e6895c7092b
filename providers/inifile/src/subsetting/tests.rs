//! Tests of the provider on a test system.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::Component;

const PATH: &str = "/etc/default/app";

fn row(attributes: &[(&'static str, &str)]) -> Vec<(&'static str, Value)> {
    let fixed = [("path", PATH), ("setting", "ARGS"), ("key_val_separator", "=")];
    fixed.iter().chain(attributes).map(|(name, value)| (*name, (*value).into())).collect()
}

/// Applies a resource to a value twice, checks that the second run makes no changes, and returns the
/// resulting value.
fn edit(value: &str, attributes: &[(&'static str, &str)]) -> String {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file(format!("# App\nARGS={value}\n")));
    machine.show_diff();
    let mut trial: ProviderTest<Subsettings> = ProviderTest::new::<Component>(&machine, "ruby");
    let wanted = trial.prepare("x", &row(attributes)).unwrap();
    trial.apply(&wanted);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    machine.text(PATH).strip_prefix("# App\n").unwrap().trim_end().to_owned()
}

fn with<'a>(more: &[(&'static str, &'a str)]) -> Vec<(&'static str, &'a str)> {
    [&[("subsetting", "-Xmx"), ("value", "512m")], more].concat()
}

#[test]
fn part_is_added_changed_and_removed() {
    assert_eq!(edit("\"-a -b\"", &with(&[])), "ARGS=\"-a -b -Xmx512m\"");
    assert_eq!(edit("-a -Xmx1g  -b", &with(&[])), "ARGS=-a -Xmx512m -b");
    assert_eq!(edit("", &with(&[("quote_char", "'")])), "ARGS='-Xmx512m'");
    assert_eq!(edit("'-a -Xmx1g'", &[("subsetting", "-Xmx"), ("ensure", "absent")]), "ARGS='-a'");
    assert_eq!(edit("-Xmx1g", &[("subsetting", "-Xmx"), ("ensure", "absent")]), "ARGS=");
    let gone = [("subsetting", "-Xmx"), ("ensure", "absent"), ("delete_if_empty", "true")];
    assert_eq!(edit("-Xmx1g", &gone), "");
}

#[test]
fn insert_type_selects_the_position_of_a_new_part() {
    let at = |kind: &'static str, value: &'static str| {
        edit("a b c", &[("subsetting", "n"), ("insert_type", kind), ("insert_value", value)])
    };
    assert_eq!(at("start", ""), "ARGS=n a b c");
    assert_eq!(at("end", ""), "ARGS=a b c n");
    assert_eq!(at("before", "b"), "ARGS=a n b c");
    assert_eq!(at("before", "z"), "ARGS=a b c n");
    assert_eq!(at("after", "b"), "ARGS=a b n c");
    assert_eq!(at("index", "1"), "ARGS=a n b c");
    assert_eq!(at("index", "9"), "ARGS=a b c n");
    let trial: ProviderTest<Subsettings> = ProviderTest::new::<Component>(&FakeSystem::new(), "ruby");
    let numbered = [row(&[("subsetting", "n"), ("insert_type", "index")]), vec![("insert_value", 1.into())]].concat();
    assert_eq!(trial.prepare("x", &numbered).unwrap().row.insert_value.as_ref().map(|beside| &*beside.0), Some("1"));
}

#[test]
fn separators_can_be_configured() {
    let signs = [("subsetting_separator", ","), ("subsetting_key_val_separator", ":")];
    assert_eq!(edit("a:1,b:2", &[&[("subsetting", "b"), ("value", "3")], &signs[..]].concat()), "ARGS=a:1,b:3");
    let exact = [("subsetting", "a"), ("use_exact_match", "true")];
    assert_eq!(edit("ab ac", &exact), "ARGS=ab ac a");
    assert_eq!(edit("a ab", &[&exact[..], &[("ensure", "absent")]].concat()), "ARGS=ab");
}

#[test]
fn invalid_values_are_rejected() {
    let refused = |attributes: &[(&'static str, &str)]| {
        let trial: ProviderTest<Subsettings> = ProviderTest::new::<Component>(&FakeSystem::new(), "ruby");
        trial.prepare("x", &row(&with(attributes))).err().unwrap().message
    };
    assert_eq!(refused(&[("quote_char", "`")]), ":quote_char valid values are '', '\"' and \"'\"");
    assert_eq!(refused(&[("insert_type", "index")]), "insert_type 'index' needs a number in insert_value");
    assert_eq!(refused(&[("subsetting_separator", "")]), "The separator cannot be empty");
}

#[test]
fn part_that_would_be_parsed_differently_is_rejected() {
    let refused = |attributes: &[(&'static str, &str)]| {
        let trial: ProviderTest<Subsettings> = ProviderTest::new::<Component>(&FakeSystem::new(), "ruby");
        trial.prepare("x", &row(attributes)).err().map(|error| error.message)
    };
    let message = "The part '-a b' would be parsed as a different part";
    assert!(refused(&[("subsetting", "-a b")]).is_some_and(|error| error.ends_with(message)));
    assert!(
        refused(&[("subsetting", "-a"), ("value", " b")]).is_none(),
        "leading and trailing whitespace is removed from values"
    );
    assert!(refused(&[("subsetting", "-a"), ("value", "1 2")]).is_some());
    assert!(refused(&[("subsetting", "a,b"), ("subsetting_separator", ",")]).is_some());
    assert!(refused(&[("subsetting", "-a"), ("value", "1"), ("use_exact_match", "true")]).is_some());
    let trial: ProviderTest<Subsettings> = ProviderTest::new::<Component>(&FakeSystem::new(), "ruby");
    let of = |setting: &str| [("path", PATH.into()), ("setting", setting.into()), ("subsetting", "-a".into())];
    assert!(trial.prepare("x", &of("x")).is_ok() && trial.prepare("x", &of("x=y")).is_err());
    assert!(refused(&[("subsetting", "-a b"), ("ensure", "absent")]).is_none());
}

#[test]
fn parts_can_have_any_characters() {
    for part in ["--x", "it's", "\"q\"", "ünï", "back\\slash", "a=b", "#x", "[x]", "$(id)"] {
        assert_eq!(edit("a b", &[("subsetting", part), ("value", "ä☃")]), format!("ARGS=a b {part}ä☃"));
        assert_eq!(edit(&format!("a {part}1 b"), &[("subsetting", part), ("ensure", "absent")]), "ARGS=a b");
    }
}

#[test]
fn concurrent_changes_are_preserved() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file("ARGS=\"-a\"\n"));
    let mut trial: ProviderTest<Subsettings> = ProviderTest::new::<Component>(&machine, "ruby");
    let wanted = trial.prepare("x", &row(&with(&[]))).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    machine.put(PATH, FileNode::file("# ünï\nARGS=\"-a -mine\"\nMORE=1\n"));
    Subsettings.set(&machine, &wanted.row, &is, &[IniSubsettingAttribute::Ensure]).unwrap();
    assert_eq!(machine.text(PATH), "# ünï\nARGS=\"-a -mine -Xmx512m\"\nMORE=1\n");
}
