//! Tests of the type with files in memory. The expected files were written by Puppet's module with the gem hocon 1.3.1, except where a
//! comment describes a difference.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use crate::edit::Flavor;
use crate::{Component, Hocon, evaluate, parser, print};

const PATH: &str = "/etc/acme/acme.conf";

/// Returns a text after a setting was set.
fn set(text: &str, path: &str, value: &Value) -> String {
    edited(text, path, Some(value), Flavor::Hocon)
}

fn edited(text: &str, path: &str, value: Option<&Value>, flavor: Flavor) -> String {
    let mut document = parser::document("x", text).unwrap();
    let path = parser::path(path).unwrap();
    match value {
        Some(value) => document.set(&path, &parser::value(&print::printed(value).unwrap()).unwrap(), flavor),
        None => document.remove(&path, flavor),
    }
    document.to_string()
}

fn hash(entries: &[(&str, Value)]) -> Value {
    Value::Hash(entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
}

fn list(elements: &[Value]) -> Value {
    Value::Array(elements.to_vec())
}

#[test]
fn new_settings_follow_the_last_one_with_its_indentation() {
    for (text, path, expected) in [
        ("", "b", "b: 1"),
        ("", "a.b", "a: {\n  b: 1\n}"),
        ("a: 1\n", "b", "a: 1\nb: 1\n"),
        ("a: 1\n", "b.c", "a: 1\nb: {\n  c: 1\n}\n"),
        ("a: 1", "b", "a: 1, b: 1"),
        ("# c\na = 1 # d\n\n# e\nb = 2\n", "c", "# c\na = 1 # d\n\n# e\nb = 2\nc: 1\n"),
        ("\n", "b", "\nb: 1\n"),
        ("  a: 1\n", "b", "  a: 1\nb: 1\n"),
        ("\n  a: 1\n", "b", "\n  a: 1\n  b: 1\n"),
        ("a: 1\r\nb: 2\r\n", "c", "a: 1\r\nb: 2\r\nc: 1\n"),
        ("a: 1,\nb: 2,\n", "c", "a: 1,\nb: 2,\nc: 1\n"),
        ("include \"x\"\na: 1\n", "b", "include \"x\"\na: 1\nb: 1\n"),
        ("{}", "a.b.c", "{ a: { b: { c: 1 } }}"),
        ("{a:1}", "b", "{a:1, b: 1}"),
        ("{a:1, }", "b", "{a:1, b: 1 }"),
        ("{ a: 1 }\n", "b.c", "{ a: 1, b: { c: 1 } }\n"),
        ("{\n  a:1\n  }", "b", "{\n  a:1\n  b: 1\n  }"),
        ("{ a: 1\n}\n", "b", "{ a: 1\n  b: 1\n}\n"),
        ("{\n\n  a: 1\n\n}\n", "b", "{\n\n  a: 1\n\n  b: 1\n}\n"),
        ("{a:1} # x", "b", "{a:1, b: 1} # x"),
        ("a { }\n", "a.b", "a { b: 1 }\n"),
        ("a {\n}\n", "a.b", "a {\n  b: 1\n}\n"),
        ("a {\n    b: 1\n    # end\n}\n", "a.c", "a {\n    b: 1\n    # end\n    c: 1\n}\n"),
        ("a {\n    b: 1\n}\n", "a.c.d", "a {\n    b: 1\n    c: {\n      d: 1\n    }\n}\n"),
        ("a.b {\n c: 1\n}\n", "a.b.d", "a.b {\n c: 1\n d: 1\n}\n"),
        ("a.b {\n c: 1\n}\n", "a.d", "a.b {\n c: 1\n}\na: {\n  d: 1\n}\n"),
        ("a: 1\n", "a.b", "a: 1\na: {\n  b: 1\n}\n"),
        ("a: 1\n", "x-y.\"z w\"", "a: 1\nx-y: {\n  \"z w\": 1\n}\n"),
        // The gem writes the setting into the comment.
        ("# x", "b", "# x\nb: 1"),
        ("a: 1 # x", "b", "a: 1 # x\nb: 1"),
    ] {
        assert_eq!(set(text, path, &1.into()), expected, "{text:?} {path}");
    }
}

#[test]
fn arrays_and_hashes_have_a_line_for_each_element() {
    let both = hash(&[
        ("x", 1.into()),
        ("b-c", list(&[Value::Float(1.5), true.into(), Value::Undef])),
        ("10", 2.into()),
        ("9", 1.into()),
    ]);
    let expected = "a {\n  b: 1\n  c: {\n      \"9\": 1,\n      \"10\": 2,\n      \"b-c\": [\n          1.5,\n          true,\n          null\n      ],\n      \"x\": 1\n  }\n}\n";
    assert_eq!(set("a {\n  b: 1\n}\n", "a.c", &both), expected);
    assert_eq!(set("a : [1,\n2]\n", "a", &list(&[3.into()])), "a : [\n    3\n]\n");
    assert_eq!(set("", "a", &hash(&[])), "a: {}");
    assert_eq!(set("a: 1\n", "a", &list(&[])), "a: []\n");
    // The gem adds blank lines.
    assert_eq!(set("a: 1\n", "b", &hash(&[("x", 1.into())])), "a: 1\nb: {\n    \"x\": 1\n}\n");
    assert_eq!(set("a: 1\n", "a", &"q\"\\\n\té".into()), "a: \"q\\\"\\\\\\n\\té\"\n");
}

#[test]
fn existing_settings_are_replaced_once() {
    for (text, path, expected) in [
        ("a = ${b} c # d\n", "a", "a = 9 # d\n"),
        ("\"a.b\": 1\n", "\"a.b\"", "\"a.b\": 9\n"),
        ("a=1\na=2\n", "a", "a=9\n"),
        ("a {b: 1}\na {b: 2}\n", "a.b", "a {}\na {b: 9}\n"),
        ("a.b: 1\na.c: 2 # x\n", "a", "# x\na: 9\n"),
        // The gem keeps `+=`, so that the value is added to earlier ones.
        ("a += 1\n", "a", "a = 9\n"),
    ] {
        assert_eq!(set(text, path, &9.into()), expected, "{text:?}");
    }
}

#[test]
fn removed_settings_leave_no_line() {
    for (text, path, expected) in [
        ("{a: 1, b: 2}", "b", "{a: 1, }"),
        ("{a: 1, b: 2}", "a", "{b: 2}"),
        ("a: 1 # x\nb: 2\n", "a", "# x\nb: 2\n"),
        // The gem leaves blank lines.
        ("a: 1\nb: 2\n", "a", "b: 2\n"),
        ("a {\n  b: 1\n  c: 2\n}\n", "a.b", "a {\n  c: 2\n}\n"),
        ("a.b: 1\n  a.c: 2\nd: 3\n", "a", "d: 3\n"),
        ("a: 1\n", "b", "a: 1\n"),
    ] {
        assert_eq!(edited(text, path, None, Flavor::Hocon), expected, "{text:?}");
    }
}

#[test]
fn json_remains_json() {
    let set = |text: &str, path: &str| edited(text, path, Some(&1.into()), Flavor::Json);
    assert_eq!(set("{\n  \"a\": 1\n}\n", "b"), "{\n  \"a\": 1,\n  \"b\": 1\n}\n");
    assert_eq!(set("{\n  \"a\": 1\n}\n", "b.\"c\""), "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 1\n  }\n}\n");
    let text = "{\n  \"a\": 1,\n  \"b\": 2\n}\n";
    assert_eq!(edited(text, "b", None, Flavor::Json), "{\n  \"a\": 1\n}\n");
    assert_eq!(edited(text, "a", None, Flavor::Json), "{\n  \"b\": 2\n}\n");
}

#[test]
fn values_are_merged_joined_and_resolved() {
    let value = |text: &str, path: &str| {
        let path: Vec<String> = parser::path(path).unwrap().into_iter().map(|key| key.name).collect();
        evaluate::value_of(&parser::document("x", text).unwrap(), &path).unwrap()
    };
    let one = || Some(1.into());
    for (text, expected) in [
        ("a: 2, a: 1", one()),
        ("a: ${b}x\nb: y", Some("yx".into())),
        ("a: [1] [2]", Some(list(&[1.into(), 2.into()]))),
        ("a: [1], a += 2", Some(list(&[1.into(), 2.into()]))),
        ("a: [1], a: ${a} [2]", Some(list(&[1.into(), 2.into()]))),
        ("a: 1.50", Some(Value::Float(1.5))),
        ("a: 1e3", Some(Value::Float(1000.0))),
        ("a: true", Some(true.into())),
        ("a: null", Some(Value::Undef)),
        ("a: foo  bar # c", Some("foo  bar".into())),
        ("a: \"x\"y", Some("xy".into())),
        ("a: \"\"\"x\"y\n\"\"\"\"", Some("x\"y\n\"".into())),
        ("a: 10 s", Some("10 s".into())),
        ("a: 5 6", Some("5 6".into())),
        ("a: 1.", Some("1.".into())),
        ("a: ${?z}", None),
        ("a: x${?z}y", Some("xy".into())),
        ("a: 1, a: ${?z}", one()),
        ("a: \"\\u00e9\\ud83d\\ude00\\n\"", Some("é😀\n".into())),
        ("a: [1 , 2\n3, // c\n]", Some(list(&[1.into(), 2.into(), 3.into()]))),
        ("b: 2", None),
    ] {
        assert_eq!(value(text, "a"), expected, "{text:?}");
    }
    assert_eq!(value("a {b: 1}\na.c: 2\na {b: 3}", "a.b"), Some(3.into()));
    assert_eq!(value("a: ${b} {y: 2}, b: {x: 1}", "a.x"), one());
    assert_eq!(value("a.b: 1, a: 2", "a.b"), None);
    assert_eq!(value("a.b.c: 1, a.b.d: 2", "a.b"), Some(hash(&[("c", 1.into()), ("d", 2.into())])));
    assert_eq!(value("a: {b: ${c}}, c: {d: 1}", "a"), Some(hash(&[("b", hash(&[("d", 1.into())]))])));
    let document = parser::document("x", "a: ${z}\nb: ${c}\nc: ${b}\nd: [1] x").unwrap();
    let fault = |name: &str| evaluate::value_of(&document, &[name.to_owned()]).unwrap_err().message;
    assert_eq!(fault("a"), "Could not resolve the reference ${z} to a value");
    assert_eq!(fault("b"), "Could not resolve the reference ${b} to a value");
    assert_eq!(fault("d"), "An array or object is joined with a value of another kind");
}

#[test]
fn text_is_preserved_and_faults_have_a_line() {
    let text = "\u{feff}# c\n{ include required(file(\"x\")), a.\"b c\" = 1 // d\n\n\t e f += [ {}, [1], ${?x.y} z\n\n] , \"q\":\"\"\"\n\"\"\" }\n# e\n";
    assert_eq!(parser::document("x", text).unwrap().to_string(), text);
    for (text, expected) in [
        ("a: 1\nb\n", "x:2: expected a setting, that is a name followed by ':', '=' or '{', found the end of the line"),
        ("a {", "x:1: expected a setting or '}', found the end of the file"),
        ("a: ]", "x:1: expected a value, found ']'"),
        ("a: \"b\n", "x:1: expected '\"', found the end of the line"),
        ("a: [1 2,\n", "x:2: expected ',' or ']', found the end of the file"),
        ("[1]", "x:1: expected settings, since an array has none, found '['"),
        ("a: ${b\n", "x:1: expected the name of a setting and '}', found the end of the line"),
        ("a: 1,, b: 2", "x:1: expected a setting, that is a name followed by ':', '=' or '{', found ','"),
        ("{a: 1} b", "x:1: expected the end of the file, found 'b'"),
        ("a: \"\\x\"", "x:1: expected an escape sequence of JSON after '\\', found '\"'"),
    ] {
        assert_eq!(parser::document("x", text).unwrap_err().message, expected, "{text:?}");
    }
    let deep = "a {".repeat(200);
    assert!(parser::document("x", &deep).unwrap_err().message.contains("no deeper objects"));
}

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Hocon>,
}

fn site(text: &str) -> Site {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.put("/etc/acme", FileNode::directory());
    if !text.is_empty() {
        machine.put(PATH, FileNode::file(text));
    }
    let trial = ProviderTest::new::<Component>(&machine, "ruby");
    Site { machine, trial }
}

impl Site {
    /// Applies a setting. Returns the messages and the text of the file.
    fn apply(&mut self, setting: &str, attributes: &[(&str, Value)]) -> (Vec<String>, String) {
        let named = [("setting", setting.into()), ("path", PATH.into())];
        let wanted = self.trial.prepare(setting, &[&named, attributes].concat()).unwrap();
        let messages = self.trial.apply(&wanted);
        assert_eq!(self.trial.apply(&wanted), [""; 0], "the second run");
        (messages, self.machine.text(PATH))
    }

    fn refusal(&self, attributes: &[(&str, Value)]) -> String {
        let is_given = |name: &str| attributes.iter().any(|(given, _)| *given == name);
        let named = [("setting", "a".into()), ("path", PATH.into())].into_iter().filter(|(name, _)| !is_given(name));
        let attributes: Vec<(&str, Value)> = named.chain(attributes.iter().cloned()).collect();
        self.trial.prepare("a", &attributes).err().unwrap().message
    }
}

#[test]
fn setting_is_created_changed_and_removed() {
    let mut site = site("");
    let (messages, text) = site.apply("a.b", &[("value", "x".into())]);
    assert_eq!((messages, &*text), (vec!["ensure: created".to_owned()], "a: {\n  b: \"x\"\n}\n"));
    let (messages, text) = site.apply("a.b", &[("value", 2.into()), ("type", "number".into())]);
    assert_eq!((messages, &*text), (vec!["value: value changed ['x'] to [2]".to_owned()], "a: {\n  b: 2\n}\n"));
    assert_eq!(site.apply("a.b", &[("value", "2".into()), ("type", "number".into())]).0, [""; 0]);
    let (messages, text) = site.apply("a.b", &[("ensure", "absent".into())]);
    assert_eq!((messages, &*text), (vec!["ensure: removed".to_owned()], "a: {\n}\n"));
}

#[test]
fn elements_are_added_to_arrays_and_removed() {
    let element = ("type", Value::from("array_element"));
    let mut site = site("a: [\"x\"]\nb: 1\n");
    let (messages, text) = site.apply("a", &[("value", list(&["x".into(), "y".into()])), element.clone()]);
    assert_eq!(
        (messages, &*text),
        (vec!["value: value changed [x] to [x, y]".to_owned()], "a: [\n    \"x\",\n    \"y\"\n]\nb: 1\n")
    );
    let (messages, text) = site.apply("a", &[("ensure", "absent".into()), ("value", "x".into()), element.clone()]);
    assert_eq!((messages, &*text), (vec!["ensure: removed".to_owned()], "a: [\n    \"y\"\n]\nb: 1\n"));
    // Puppet: another value counts as an empty array.
    let (messages, text) = site.apply("b", &[("value", "z".into()), element]);
    assert_eq!((messages, &*text), (vec!["ensure: created".to_owned()], "a: [\n    \"y\"\n]\nb: [\n    \"z\"\n]\n"));
}

#[test]
fn arrays_of_one_element_need_the_type() {
    let mut site = site("a: [1]\n");
    assert_eq!(site.apply("a", &[("value", list(&[1.into()])), ("type", "array".into())]).0, [""; 0]);
    // Puppet: without the type, an array with one element counts as missing.
    let (messages, text) = site.apply("a", &[("value", list(&[1.into()]))]);
    assert_eq!((messages, &*text), (vec!["ensure: created".to_owned()], "a: 1\n"));
    let (messages, text) = site.apply("a", &[("value", list(&[1.into(), 2.into()]))]);
    assert_eq!((messages, &*text), (vec!["value: value changed [1] to [1, 2]".to_owned()], "a: [\n    1,\n    2\n]\n"));
}

#[test]
fn texts_are_written_as_they_are() {
    let mut site = site("a: 1\nb: 2\n");
    let text = ("type", Value::from("text"));
    let named = [("path", PATH.into()), ("value", "[1, 2] # a comment".into()), text.clone()];
    let wanted = site.trial.prepare("a", &named).unwrap();
    let messages = site.trial.apply(&wanted);
    assert!(messages.iter().any(|message| message.contains("The value is not valid HOCON")), "{messages:?}");
    let (messages, written) = site.apply("a", &[("value", "[1, \"x\"]".into()), text]);
    assert_eq!((messages.len(), &*written), (1, "a: [1, \"x\"]\nb: 2\n"));
    let (_, written) = site.apply("c", &[("value", "${a} [${b}]".into()), ("type", "text".into())]);
    assert_eq!(written, "a: [1, \"x\"]\nb: 2\nc: ${a} [${b}]\n");
}

#[test]
fn invalid_values_are_refused() {
    let site = site("");
    assert_eq!(site.refusal(&[("path", "".into()), ("value", 1.into())]), "path is a required parameter.");
    let message = "File paths must be fully qualified, not 'x'";
    assert_eq!(site.refusal(&[("path", "x".into()), ("value", 1.into())]), message);
    assert_eq!(site.refusal(&[]), "value is a required parameter unless ensuring a setting is absent.");
    let typed = |kind: &str, value: Value| site.refusal(&[("type", kind.into()), ("value", value)]);
    assert_eq!(typed("boolean", "x".into()), "Type specified as 'boolean' but was String");
    assert_eq!(typed("number", "x".into()), "Type specified as 'number' but was String");
    assert_eq!(typed("string", list(&[1.into(), 2.into()])), "Type specified as string but was Array");
    assert_eq!(typed("hash", 1.into()), "Type specified as 'hash' but was Integer");
    let message = "The name of the setting is not valid: 'a..b'";
    assert_eq!(site.refusal(&[("setting", "a..b".into()), ("value", 1.into())]), message);
}

#[test]
fn secret_is_compared_and_written_without_being_shown() {
    let mut site = site("a: \"old\"\n");
    let secret = Value::Secret(site.machine.secret("s\"x"));
    let (messages, text) = site.apply("a", &[("value", hash(&[("password", secret)]))]);
    assert!(messages.len() == 1 && !messages[0].contains("s\""), "{messages:?}");
    assert_eq!(text, "a: {\n    \"password\": \"s\\\"x\"\n}\n");
    let secret = Value::Secret(site.machine.secret("y"));
    let (messages, text) = site.apply("b", &[("value", secret.clone()), ("type", "array_element".into())]);
    assert_eq!((messages, text.contains("b: [")), (vec!["ensure: created".to_owned()], true));
    let (messages, _) = site.apply("c", &[("value", secret), ("type", "string".into())]);
    assert_eq!(messages, ["ensure: created"]);
}
