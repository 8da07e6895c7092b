//! Tests of the types: the generated `file` resources on a test system.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::{CatalogResource, Level};
use marotte_sdk::{Error, Value};

use crate::{Component, FileAssembler, Piece};

/// The attributes of a fragment, in the order in which they are requested.
const COLUMNS: [&str; 6] = ["name", "target", "tag", "order", "content", "source"];

fn machine() -> FakeSystem {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine
}

fn piece(machine: &FakeSystem, id: u32, name: &str, attributes: &[(&str, Value)]) {
    let given = (0..).zip(COLUMNS).filter_map(|(column, known)| {
        let given = attributes.iter().find(|(name, _)| *name == known).map(|(_, value)| value.clone());
        let default = match known {
            "name" => Some(name.into()),
            "order" => Some("10".into()),
            _ => None,
        };
        Some((column, given.or(default)?))
    });
    machine.declare("concat_fragment", CatalogResource { id, title: name.to_owned(), values: given.collect() });
}

fn asked(machine: &FakeSystem, attributes: &[(&str, Value)]) -> Result<Vec<String>, Error> {
    let mut trial: ProviderTest<FileAssembler> = ProviderTest::new::<Component>(machine, "catalog");
    let wanted = trial.prepare("/x", attributes).unwrap();
    assert_eq!(trial.apply(&wanted), [""; 0]);
    trial.expand(&wanted)
}

fn refused(machine: &FakeSystem, attributes: &[(&str, Value)]) -> String {
    asked(machine, attributes).unwrap_err().message
}

#[test]
fn file_is_generated_without_its_content() {
    let machine = machine();
    let mut trial: ProviderTest<FileAssembler> = ProviderTest::new::<Component>(&machine, "catalog");
    let mut announced = |attributes: &[(&str, Value)]| {
        let wanted = trial.prepare("/x", attributes).unwrap();
        trial.generate(&wanted).unwrap()
    };
    assert_eq!(announced(&[]), ["File[/x]: ensure => 'file', replace => true"]);
    let all = [
        ("path", "/y".into()),
        ("tag", "t".into()),
        ("owner", Value::Integer(0)),
        ("group", "g".into()),
        ("mode", "0600".into()),
        ("order", "alpha".into()),
        ("backup", false.into()),
        ("replace", false.into()),
        ("validate_cmd", "/bin/true %".into()),
        ("ensure_newline", true.into()),
        ("force", true.into()),
        ("selinux_ignore_defaults", true.into()),
        ("selrange", "s0".into()),
        ("selrole", "object_r".into()),
        ("seltype", "etc_t".into()),
        ("seluser", "system_u".into()),
        ("show_diff", false.into()),
    ];
    let file = "File[/y]: ensure => 'file', owner => 0, group => 'g', mode => '0600', replace => false, backup => false, \
                selinux_ignore_defaults => true, selrange => 's0', selrole => 'object_r', seltype => 'etc_t', \
                seluser => 'system_u', validate_cmd => '/bin/true %', show_diff => false";
    assert_eq!(announced(&all), [file]);
    assert_eq!(announced(&[("ensure", "absent".into())]), ["File[/x]: ensure => 'absent', replace => true"]);
}

#[test]
fn fragment_belongs_by_path_title_or_tag() {
    let machine = machine();
    piece(&machine, 1, "a", &[("target", "/x".into()), ("content", "path\n".into())]);
    piece(&machine, 2, "b", &[("target", "/z".into()), ("content", "nobody's\n".into())]);
    piece(&machine, 3, "c", &[("tag", "t".into()), ("content", "tag\n".into())]);
    piece(&machine, 4, "d", &[("target", "/y".into()), ("content", "real path\n".into())]);
    let content = |attributes: &[(&str, Value)]| asked(&machine, attributes).unwrap();
    assert_eq!(content(&[]), ["File[/x]: content => 'path\n'"]);
    assert_eq!(content(&[("tag", "t".into())]), ["File[/x]: content => 'path\ntag\n'"]);
    assert_eq!(content(&[("path", "/y".into())]), ["File[/y]: content => 'path\nreal path\n'"]);
    assert_eq!(content(&[("ensure", "absent".into())]), ["File[/x]: "]);
    assert_eq!(asked(&self::machine(), &[]).unwrap(), ["File[/x]: content => ''"]);
}

#[test]
fn unusual_names_and_long_lists_are_ordered() {
    let machine = machine();
    let names = ["-rf", "a b", "'\"", "new\nline", "ümlaut"];
    for (id, name) in (1..).zip(names) {
        piece(&machine, id, name, &[("target", "/x".into()), ("content", format!("{name};").into())]);
    }
    for id in 100..1100 {
        let order = (2000 - id).to_string();
        piece(&machine, id, "n", &[("target", "/x".into()), ("order", order.into()), ("content", "".into())]);
    }
    assert_eq!(asked(&machine, &[]).unwrap(), ["File[/x]: content => ''\";-rf;a b;new\nline;ümlaut;'"]);
}

#[test]
fn ensure_newline_adds_a_missing_newline() {
    let machine = machine();
    piece(&machine, 1, "a", &[("target", "/x".into()), ("content", "one".into())]);
    piece(&machine, 2, "b", &[("target", "/x".into()), ("content", "two\n".into())]);
    assert_eq!(asked(&machine, &[]).unwrap(), ["File[/x]: content => 'onetwo\n'"]);
    assert_eq!(asked(&machine, &[("ensure_newline", true.into())]).unwrap(), ["File[/x]: content => 'one\ntwo\n'"]);
}

#[test]
fn first_existing_source_is_used() {
    let machine = machine();
    machine.put("/src/b", FileNode::file("from b")).put("/src/raw", FileNode::file([0xff, 0x0a]));
    let sources = vec![Value::from("/src/a"), "/src/b".into()];
    piece(&machine, 1, "a", &[("target", "/x".into()), ("source", Value::Array(sources))]);
    assert_eq!(asked(&machine, &[]).unwrap(), ["File[/x]: content => 'from b'"]);
    piece(&machine, 2, "raw", &[("target", "/x".into()), ("source", "/src/raw".into())]);
    assert!(asked(&machine, &[]).unwrap()[0].contains("Binary"));
    piece(&machine, 3, "c", &[("target", "/x".into()), ("source", vec!["/no", "/not"].into())]);
    assert_eq!(refused(&machine, &[]), "Could not retrieve source(s) /no, /not");
}

#[test]
fn unreadable_source_is_an_error() {
    let machine = machine();
    machine.put("/src/b", FileNode::file("from b"));
    piece(&machine, 1, "a", &[("target", "/x".into()), ("source", "/src/b".into())]);
    machine.fail("read", Error::new(marotte_sdk::Code::Io, "Input/output error"));
    assert_eq!(refused(&machine, &[]), "Input/output error");
}

#[test]
fn sensitive_content_is_used_only_as_the_single_fragment() {
    let machine = machine();
    let secret = Value::Secret(machine.secret("canary"));
    piece(&machine, 1, "a", &[("target", "/x".into()), ("content", secret)]);
    assert_eq!(asked(&machine, &[]).unwrap(), ["File[/x]: content => Secret([redacted])"]);
    piece(&machine, 2, "b", &[("target", "/x".into()), ("content", "b".into())]);
    let message = "The content of Concat_fragment[a] is Sensitive and cannot be joined with other fragments";
    assert_eq!(refused(&machine, &[]), message);
}

#[test]
fn json_fragments_are_merged_or_listed() {
    let machine = machine();
    piece(&machine, 1, "b", &[("target", "/x".into()), ("content", r#"{"b": {"y": 2}}"#.into())]);
    piece(&machine, 2, "a", &[("target", "/x".into()), ("content", r#"{"b": {"x": 1}, "a": []}"#.into())]);
    let content = |format: &str| asked(&machine, &[("format", format.into())]).unwrap().remove(0);
    assert_eq!(content("json"), r#"File[/x]: content => '{"b":{"x":1,"y":2},"a":[]}'"#);
    assert_eq!(content("json-array"), r#"File[/x]: content => '[{"b":{"x":1},"a":[]},{"b":{"y":2}}]'"#);
    assert!(content("json-pretty").contains("{\n  \"b\": {\n    \"x\": 1,"));
    assert!(content("json-array-pretty").contains("[\n  {\n    \"b\""));
    piece(&machine, 3, "c", &[("target", "/x".into()), ("content", r#"{"b": 1}"#.into())]);
    let duplicate =
        "Duplicate key 'b' found with values '{\"x\":1,\"y\":2}' and 1'. Use 'force' attribute to merge keys.";
    assert_eq!(refused(&machine, &[("format", "json".into())]), duplicate);
    assert!(asked(&machine, &[("format", "json".into()), ("force", true.into())]).is_ok());
    piece(&machine, 4, "d", &[("target", "/x".into()), ("content", "nonsense".into())]);
    let broken = "Concat_fragment[d] is not valid JSON: unexpected 'n' in line 1";
    assert_eq!(refused(&machine, &[("format", "json-array".into())]), broken);
}

#[test]
fn invalid_values_are_rejected_with_puppets_messages() {
    let machine = machine();
    let files: ProviderTest<FileAssembler> = ProviderTest::new::<Component>(&machine, "catalog");
    assert_eq!(files.prepare("x", &[]).err().unwrap().message, "File paths must be fully qualified, not 'x'");
    let yaml = files.prepare("/x", &[("format", "yaml".into())]).err().unwrap().message;
    assert_eq!(yaml, "YAML is not supported; use one of the other formats");
    let pieces: ProviderTest<Piece> = ProviderTest::new::<Component>(&machine, "catalog");
    let refusal = |attributes: &[(&str, Value)]| pieces.prepare("x", attributes).err().unwrap().message;
    assert_eq!(refusal(&[("content", "x".into())]), "No 'target' or 'tag' set");
    assert_eq!(refusal(&[("target", "/x".into())]), "Set either 'source' or 'content'");
    let both = [("target", "/x".into()), ("content", "x".into()), ("source", vec!["/y"].into())];
    assert_eq!(refusal(&both), "Can't use 'source' and 'content' at the same time");
    for order in ["a/b", "a:b", "a\nb"] {
        let message = refusal(&[("tag", "t".into()), ("content", "x".into()), ("order", order.into())]);
        assert_eq!(message, "attribute 'order': Order cannot contain '/', ':', or '\\n'.");
    }
}

#[test]
fn fragment_without_a_file_causes_a_warning() {
    let machine = machine();
    let mut pieces: ProviderTest<Piece> = ProviderTest::new::<Component>(&machine, "catalog");
    let lost = [("target", "/x".into()), ("tag", "t".into()), ("content", "x".into())];
    let wanted = pieces.prepare("x", &lost).unwrap();
    assert_eq!(pieces.apply(&wanted), [""; 0]);
    let warning = "Target Concat_file with path or title '/x' or tag 't not found in the catalog";
    assert_eq!(machine.logged(Level::Warning), [warning]);
    let values = vec![(0, "/x".into()), (1, "t".into())];
    machine.declare("concat_file", CatalogResource { id: 1, title: "f".to_owned(), values });
    for known in [("target", Value::from("/x")), ("target", "f".into()), ("tag", "t".into())] {
        assert!(pieces.prepare("x", &[known, ("content", "x".into())]).is_ok());
    }
    assert_eq!(machine.logged(Level::Warning).len(), 1);
}

#[test]
fn source_is_read_when_the_file_is_applied_and_skipped_if_removed() {
    let machine = machine();
    machine.put("/src/a", FileNode::file("early")).put("/src/b", FileNode::file("other"));
    piece(&machine, 1, "a", &[("target", "/x".into()), ("source", vec!["/src/a", "/src/b"].into())]);
    let mut trial: ProviderTest<FileAssembler> = ProviderTest::new::<Component>(&machine, "catalog");
    let wanted = trial.prepare("/x", &[]).unwrap();
    trial.generate(&wanted).unwrap();
    machine.put("/src/a", FileNode::file("late"));
    assert_eq!(trial.expand(&wanted).unwrap(), ["File[/x]: content => 'late'"]);
    machine.fail("read", Error::new(marotte_sdk::Code::NotFound, "No such file or directory"));
    assert_eq!(trial.expand(&wanted).unwrap(), ["File[/x]: content => 'other'"]);
}

#[test]
fn content_can_have_any_bytes() {
    let machine = machine();
    let text = "-- 'ä' \"☃\" \\ $(id) %s\r\n\u{2028}\0";
    piece(&machine, 1, "a", &[("target", "/x".into()), ("content", text.into())]);
    piece(&machine, 2, "b", &[("target", "/x".into()), ("source", "/src/ünï 'x'".into())]);
    machine.put("/src/ünï 'x'", FileNode::file("ü\n"));
    assert_eq!(asked(&machine, &[]).unwrap(), [format!("File[/x]: content => '{text}ü\n'")]);
    machine.put("/src/ünï 'x'", FileNode::file(b"\xfc\n".to_vec()));
    assert!(asked(&machine, &[]).unwrap()[0].contains("content => Binary("), "all bytes are preserved");
    let machine = self::machine();
    piece(&machine, 1, "b", &[("target", "/x".into()), ("source", "/src/b".into())]);
    machine.put("/src/b", FileNode::file(b"{\"\xfc\": 1}".to_vec()));
    let broken = "Concat_fragment[b] is not valid JSON: it is not UTF-8";
    assert_eq!(refused(&machine, &[("format", "json".into())]), broken);
}

#[test]
fn file_without_content_is_removed_unless_empty_files_are_created() {
    let machine = machine();
    assert_eq!(asked(&machine, &[]).unwrap(), ["File[/x]: content => ''"]);
    let none = [("create_empty_file", false.into())];
    assert_eq!(asked(&machine, &none).unwrap(), ["File[/x]: ensure => 'absent'"]);
    piece(&machine, 1, "a", &[("target", "/x".into()), ("content", "text".into())]);
    assert_eq!(asked(&machine, &none).unwrap(), ["File[/x]: content => 'text'"]);
}

#[test]
fn fragments_are_selected_by_one_of_several_tags() {
    let machine = machine();
    piece(&machine, 1, "a", &[("tag", "one".into()), ("content", "1".into())]);
    piece(&machine, 2, "b", &[("tag", "two".into()), ("content", "2".into())]);
    piece(&machine, 3, "c", &[("tag", "three".into()), ("content", "3".into())]);
    let tags = [("tag", Value::Array(vec!["one".into(), "three".into()]))];
    assert_eq!(asked(&machine, &tags).unwrap(), ["File[/x]: content => '13'"]);
}
