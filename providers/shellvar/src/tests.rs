//! Tests of the type with files in memory.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use crate::{Component, Script};

const PATH: &str = "/etc/default/acme";
const FILE: &str = "\
# Options of the server
OPTIONS=\"-p 2\"
SINGLE='-p 2' # as before

# RETRIES: Number of retries

RETRIES=2; A=b

# Set to 'yes' to start
#START=no

#JAVA_OPTS=\"one=1\"
unset GONE OTHER
export SHARED=baz
  INDENTED=1
WORDS=\"one  two \\
  three\"
LIST=( one  \"two three\" 4 )
if true; then
  OPTIONS=nested
fi
";

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Script>,
}

fn site(text: &str) -> Site {
    let site = empty();
    site.machine.put(PATH, FileNode::file(text));
    site
}

/// Creates a system without the file.
fn empty() -> Site {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.put("/etc/default", FileNode::directory());
    let trial = ProviderTest::new::<Component>(&machine, "augeas");
    Site { machine, trial }
}

impl Site {
    fn apply(&mut self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let named = [("name", name.into()), ("variable", name.into()), ("target", PATH.into())];
        let wanted = self.trial.prepare(name, &[&named, attributes].concat()).unwrap();
        self.trial.apply(&wanted)
    }

    /// Applies attributes, checks that a second run makes no changes, and returns the lines of the file that differ from
    /// [`FILE`]: removed ones with `-`, added ones with `+`.
    fn changes(&mut self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let messages = self.apply(name, attributes);
        assert!(!messages.is_empty() && !messages.iter().any(|message| message.contains("failed")), "{messages:?}");
        assert_eq!(self.apply(name, attributes), [""; 0]);
        let text = self.machine.text(PATH);
        let (old, new): (Vec<&str>, Vec<&str>) = (FILE.lines().collect(), text.lines().collect());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let rest = (old[same..].iter().rev()).zip(new[same..].iter().rev()).take_while(|(old, new)| old == new).count();
        let removed = old[same..old.len() - rest].iter().map(|line| format!("-{line}"));
        removed.chain(new[same..new.len() - rest].iter().map(|line| format!("+{line}"))).collect()
    }
}

fn texts(values: &[&str]) -> Value {
    Value::Array(values.iter().map(|value| Value::from(*value)).collect())
}

#[test]
fn value_keeps_quotes_and_comment_of_the_line() {
    let change = |name: &str, value: Value| site(FILE).changes(name, &[("value", value)]);
    assert_eq!(change("OPTIONS", "-x".into()), ["-OPTIONS=\"-p 2\"", "+OPTIONS=\"-x\""]);
    assert_eq!(change("SINGLE", "3".into()), ["-SINGLE='-p 2' # as before", "+SINGLE='3' # as before"]);
    assert_eq!(change("RETRIES", 5.into()), ["-RETRIES=2; A=b", "+RETRIES=5; A=b"]);
    assert_eq!(change("RETRIES", "a b".into()), ["-RETRIES=2; A=b", "+RETRIES=\"a b\"; A=b"]);
    assert_eq!(change("A", true.into()), ["-RETRIES=2; A=b", "+RETRIES=2; A=true"]);
    assert_eq!(change("INDENTED", "2".into()), ["-  INDENTED=1", "+  INDENTED=2"]);
    assert_eq!(site(FILE).apply("OPTIONS", &[("value", "-p 2".into())]), [""; 0]);
}

#[test]
fn quotes_are_chosen_by_the_resource() {
    let change = |quoted: &str| {
        let attributes = [("value", "3".into()), ("quoted", quoted.into())];
        site(FILE).changes("OPTIONS", &attributes).pop().unwrap()
    };
    assert_eq!(change("single"), "+OPTIONS='3'");
    assert_eq!(change("double"), "+OPTIONS=\"3\"");
    assert_eq!(change("none"), "+OPTIONS=3");
    assert_eq!(change("false"), "+OPTIONS=3");
    assert_eq!(change("true"), "+OPTIONS=\"3\"");
}

#[test]
fn several_values_are_words_or_elements_of_an_array() {
    let change = |name: &str, values: &[&str], kind: &str| {
        let attributes = [("value", texts(values)), ("array_type", kind.into())];
        let changes = site(FILE).changes(name, &attributes);
        changes.into_iter().filter(|line| line.starts_with('+')).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(change("OPTIONS", &["a", "b"], "auto"), "+OPTIONS=\"a b\"");
    assert_eq!(change("OPTIONS", &["a", "b c"], "array"), "+OPTIONS=(a \"b c\")");
    assert_eq!(change("WORDS", &["x", "y", "z"], "auto"), "+WORDS=\"x  y \\\n+  z\"");
    assert_eq!(change("WORDS", &["x", "y"], "auto"), "+WORDS=\"x  y\"");
    assert_eq!(change("LIST", &["one", "two three"], "auto"), "+LIST=( one  \"two three\" )");
    assert_eq!(change("LIST", &["1", "2", "3", "4"], "array"), "+LIST=( 1  2 3 4 )");
    assert_eq!(change("LIST", &["x", "y"], "string"), "+LIST=\"x y\"");
    assert_eq!(site(FILE).apply("LIST", &[("value", texts(&["one", "two three", "4"]))]), [""; 0]);
    assert_eq!(site(FILE).apply("WORDS", &[("value", texts(&["one", "two", "three"]))]), [""; 0]);
}

#[test]
fn words_are_added_and_removed() {
    let append = ("array_append", true.into());
    let added = [("value", texts(&["-p", "-x"])), append.clone()];
    assert_eq!(site(FILE).changes("OPTIONS", &added), ["-OPTIONS=\"-p 2\"", "+OPTIONS=\"-p 2 -x\""]);
    let removed = [("ensure", "absent".into()), ("value", texts(&["2", "3"])), append.clone()];
    assert_eq!(site(FILE).changes("OPTIONS", &removed), ["-OPTIONS=\"-p 2\"", "+OPTIONS=\"-p\""]);
    assert_eq!(site(FILE).apply("NOWHERE", &removed), [""; 0]);
    let list = [("value", "5".into()), append];
    let old = "-LIST=( one  \"two three\" 4 )";
    assert_eq!(site(FILE).changes("LIST", &list), [old, "+LIST=( one  \"two three\" 4 5 )"]);
}

#[test]
fn new_variable_is_added_below_its_comment_or_at_the_end() {
    let value = ("value", "yes".into());
    assert_eq!(site(FILE).changes("START", std::slice::from_ref(&value)), ["+START=yes"]);
    let uncomment = ("uncomment", true.into());
    assert_eq!(site(FILE).changes("START", &[value.clone(), uncomment.clone()]), ["-#START=no", "+START=yes"]);
    let old = "-#JAVA_OPTS=\"one=1\"";
    assert_eq!(site(FILE).changes("JAVA_OPTS", std::slice::from_ref(&uncomment)), [old, "+JAVA_OPTS=one=1"]);
    let appended = [("value", texts(&["two", "one=1"])), uncomment.clone(), ("array_append", true.into())];
    assert_eq!(site(FILE).changes("JAVA_OPTS", &appended), [old, "+JAVA_OPTS=\"one=1 two\""]);
    // A sentence is not an assignment.
    assert_eq!(site(FILE).changes("Options", &[value.clone(), uncomment])[..1], ["+Options=yes"]);
    let commented = [value, ("comment", "new".into())];
    assert_eq!(site(FILE).changes("NEW", &commented), ["+# NEW: new", "+NEW=yes"]);
}

#[test]
fn missing_file_is_created_and_a_last_line_is_ended() {
    let mut missing = empty();
    assert_eq!(missing.apply("A", &[("value", "1".into()), ("ensure", "exported".into())]), ["ensure: created"]);
    assert_eq!(missing.machine.text(PATH), "export A=1\n");
    for (text, expected) in [("A=1", "A=1\nB=2\n"), ("unset A", "unset A\nB=2\n"), ("#a", "#a\nB=2\n")] {
        let mut site = site(text);
        assert_eq!(site.apply("B", &[("value", "2".into())]), ["ensure: created"]);
        assert_eq!(site.machine.text(PATH), expected);
    }
}

#[test]
fn states_are_converted() {
    let change = |name: &str, ensure: &str, value: Option<&str>| {
        let value = value.map(|value| ("value", value.into()));
        site(FILE).changes(name, &[("ensure", ensure.into())].into_iter().chain(value).collect::<Vec<_>>())
    };
    assert_eq!(change("OPTIONS", "exported", None), ["-OPTIONS=\"-p 2\"", "+export OPTIONS=\"-p 2\""]);
    assert_eq!(change("SHARED", "present", Some("b")), ["-export SHARED=baz", "+SHARED=b"]);
    assert_eq!(change("SHARED", "unset", None), ["-export SHARED=baz", "+unset SHARED"]);
    assert_eq!(change("OTHER", "exported", Some("x")), ["-unset GONE OTHER", "+export OTHER=x", "+unset GONE"]);
    assert_eq!(change("OTHER", "absent", None), ["-unset GONE OTHER", "+unset GONE"]);
    assert_eq!(change("NEW", "unset", None), ["+unset NEW"]);
    assert_eq!(
        change("RETRIES", "absent", None),
        ["-# RETRIES: Number of retries", "-", "-RETRIES=2; A=b", "+", "+ A=b"]
    );
    assert_eq!(site(FILE).apply("SHARED", &[("ensure", "exported".into())]), [""; 0]);
    assert_eq!(site(FILE).apply("GONE", &[("ensure", "unset".into()), ("value", "x".into())]), [""; 0]);
    let messages = site(FILE).apply("SHARED", &[("ensure", "present".into())]);
    assert_eq!(messages, ["ensure: ensure changed 'exported' to 'present'"]);
}

#[test]
fn comment_is_set_changed_and_removed() {
    let change = |name: &str, comment: &str| site(FILE).changes(name, &[("comment", comment.into())]);
    assert_eq!(change("OPTIONS", "all options"), ["+# OPTIONS: all options"]);
    assert_eq!(change("RETRIES", " again "), ["-# RETRIES: Number of retries", "+# RETRIES: again"]);
    assert_eq!(change("RETRIES", ""), ["-# RETRIES: Number of retries"]);
    assert_eq!(site(FILE).apply("RETRIES", &[("comment", "Number of retries".into())]), [""; 0]);
    let messages = site(FILE).apply("RETRIES", &[("comment", "x".into()), ("value", "3".into())]);
    let comment = "comment: comment changed 'Number of retries' to 'x'";
    assert_eq!(messages, ["value: value changed ['2'] to ['3']", comment]);
}

#[test]
fn last_of_several_assignments_is_managed() {
    let mut site = site("A=1\nB=2\nA=3\n");
    assert_eq!(site.apply("A", &[("value", "3".into())]), [""; 0]);
    assert_eq!(site.apply("A", &[("value", "4".into())]), ["value: value changed ['3'] to ['4']"]);
    assert_eq!(site.machine.text(PATH), "A=1\nB=2\nA=4\n");
    assert_eq!(site.apply("A", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(site.machine.text(PATH), "B=2\n");
    let mut line = self::site("A=1; B=2\nC=3\n");
    assert_eq!(line.apply("B", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(line.machine.text(PATH), "A=1;\nC=3\n");
}

#[test]
fn value_that_would_be_read_differently_is_an_error() {
    let failed = |name: &str, attributes: &[(&str, Value)]| {
        let mut site = site(FILE);
        let message = site.apply(name, attributes).pop().unwrap();
        assert_eq!(site.machine.text(PATH), FILE);
        message.rsplit_once("failed: ").unwrap().1.to_owned()
    };
    let reason = "would be read as a different one. It is written without escaping and may need other quotes.";
    for (name, value, quoted) in [
        ("OPTIONS", "a b", "none"),
        ("OPTIONS", "a\" x=\"b", "auto"),
        ("OPTIONS", "a'b", "single"),
        ("RETRIES", "a\"b", "auto"),
        ("SINGLE", "it's", "auto"),
        ("NEW", "$(a", "auto"),
        ("NEW", "a #b\nX=1", "none"),
    ] {
        let message = failed(name, &[("value", value.into()), ("quoted", quoted.into())]);
        assert_eq!(message, format!("The value of '{name}' {reason}"), "{value}");
    }
    assert_eq!(failed("NEW", &[]), "The variable 'NEW' is not assigned, and 'value' is not set");
}

#[test]
fn unsupported_statements_are_errors_only_for_their_variables() {
    for (text, statement) in [
        ("A=1 B=2\nC=3\n", "A=1 B=2"),
        ("export B=1 A=2\nC=3\n", "export B=1 A=2"),
        ("A+=1\nC=3\n", "A+=1"),
        ("readonly A=1\nC=3\n", "readonly A=1"),
        ("A=(1 # one\n2)\nC=3\n", "A=(1 # one\n2)"),
    ] {
        let hint = "Only NAME=VALUE and export NAME=VALUE with one variable are managed.";
        let message = format!("Could not evaluate: {PATH} assigns 'A' in the statement '{statement}'. {hint}");
        assert_eq!(site(text).apply("A", &[("value", "1".into())]), [message], "{text}");
        assert_eq!(site(text).apply("C", &[("value", "3".into())]), [""; 0], "{text}");
    }
    // An assignment before a command is only for the command.
    let mut command = site("A=1 make\n");
    assert_eq!(command.apply("A", &[("value", "2".into())]), ["ensure: created"]);
    assert_eq!(command.machine.text(PATH), "A=1 make\nA=2\n");
    let fault =
        "Could not evaluate: /etc/default/acme is not a shell script: the quote or group in line 2 does not end";
    assert_eq!(site("A=1\nB='x\n").apply("A", &[("value", "2".into())]), [fault]);
}

#[test]
fn secret_is_compared_and_written_without_being_shown() {
    let mut site = site("PASSWORD='old'\n");
    let secret = Value::Secret(site.machine.secret("a $b"));
    let attributes = [("value", secret)];
    let messages = site.apply("PASSWORD", &attributes);
    assert!(messages.len() == 1 && !messages[0].contains("a $b"), "{messages:?}");
    assert_eq!(site.machine.text(PATH), "PASSWORD='a $b'\n");
    assert_eq!(site.apply("PASSWORD", &attributes), [""; 0]);
}

#[test]
fn invalid_attributes_are_errors() {
    let site = site(FILE);
    let fault = |variable: &str, target: &str, comment: &str| {
        let names = [("name", "x".into()), ("variable", variable.into()), ("target", target.into())];
        let attributes = [&names[..], &[("comment", comment.into())]].concat();
        site.trial.prepare("x", &attributes).err().unwrap().message
    };
    assert_eq!(fault("a b", PATH, ""), "Invalid name of a variable: 'a b'");
    assert_eq!(fault("unset", PATH, ""), "Invalid name of a variable: 'unset'");
    assert_eq!(fault("A", "", ""), "No target file given");
    assert_eq!(fault("A", "acme", ""), "File paths must be fully qualified, not 'acme'");
    assert_eq!(fault("A", PATH, "a\nb"), "comment cannot include newlines");
}
