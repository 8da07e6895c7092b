//! Tests of changes to INI files that preserve unrelated content.

use super::*;
use crate::fake::{FakeSystem, FileNode};

fn ini(text: &str) -> Ini {
    Ini::parse(text, Dialect { separator: " = ".to_owned(), ..Dialect::default() })
}

fn clear(text: &str) -> Text {
    Text::Clear(text.to_owned())
}

fn set(text: &str, section: &str, key: &str, value: &str) -> String {
    let mut ini = ini(text);
    ini.set(section, key, &clear(value));
    assert_eq!(ini.get(section, key), Some(value), "{text}");
    ini.to_text()
}

#[test]
fn value_is_changed_in_place() {
    assert_eq!(
        set("[a]\n  k  =\told  \n; k = x\n[b]\nk=1\n", "a", "k", "new"),
        "[a]\n  k  =\tnew\n; k = x\n[b]\nk=1\n"
    );
    assert_eq!(set("k=1\n[a]\nk=1\n", "", "k", "2"), "k=2\n[a]\nk=1\n");
    assert_eq!(set("[a]\nk=1\nk=2\n", "a", "k", "3"), "[a]\nk=3\nk=3\n");
    assert_eq!(set("[a]\r\nk=1\r\n", "a", "k", "2"), "[a]\r\nk=2\r\n");
    assert_eq!(set("[a]\nk = a = b", "a", "k", "c"), "[a]\nk = c\n");
}

#[test]
fn value_with_continuation_lines_is_changed_as_one() {
    let text = "[a]\n x = 1\nk=1\n\t2\n# why\n\n  [b] = 3\n[c]\nk=4\n";
    let ini = Ini::parse(text, Dialect { continues: true, ..Dialect::default() });
    assert_eq!(ini.sections(), ["a", "c"]);
    assert_eq!(ini.get("a", "k"), Some("1\n\t2\n  [b] = 3"));
    let mut changed = ini.clone();
    changed.set("a", "k", &clear("5"));
    changed.set("a", "y", &clear("6\n  7"));
    assert_eq!(changed.to_text(), "[a]\n x = 1\nk=5\n# why\ny=6\n  7\n\n[c]\nk=4\n");
    let mut removed = ini;
    removed.remove("a", "k");
    assert_eq!(removed.to_text(), "[a]\n x = 1\n# why\n\n[c]\nk=4\n");
    assert_eq!(set("[a]\nk=1\r\nl=2\n", "a", "m", "3"), "[a]\nk=1\r\nl=2\nm = 3\n");
    assert_eq!(set("[a]\r\nk=1\nl=2", "a", "l", "3"), "[a]\r\nk=1\nl=3\r\n");
    let ends = Ini::parse("[a]\r\nk=1\r\n 2\r\n", Dialect { continues: true, ..Dialect::default() });
    assert_eq!((ends.get("a", "k"), ends.to_text().as_str()), (Some("1\n 2"), "[a]\r\nk=1\r\n 2\r\n"));
    let others = Ini::parse("[a]\nk=1\n  x=2\n", Dialect::default());
    assert_eq!((others.get("a", "k"), others.get("a", "x")), (Some("1"), Some("2")));
}

#[test]
fn new_setting_is_inserted_in_its_section() {
    assert_eq!(set("", "a", "k", "v"), "[a]\nk = v\n");
    assert_eq!(set("", "", "k", "v"), "k = v\n");
    assert_eq!(set("[a]\n", "", "k", "v"), "k = v\n\n[a]\n");
    assert_eq!(set("[a]\nx = 1\n\n[b]\ny = 2\n", "a", "k", "v"), "[a]\nx = 1\nk = v\n\n[b]\ny = 2\n");
    assert_eq!(set("[a]\nx = 1\n", "b", "k", "v"), "[a]\nx = 1\n\n[b]\nk = v\n");
    assert_eq!(set("[a]\n#k = 1\nx = 1\n", "a", "k", "v"), "[a]\n#k = 1\nk = v\nx = 1\n");
    assert_eq!(set("[a]\n    x = 1\n  y = 1\n", "a", "k", "v"), "[a]\n    x = 1\n  y = 1\n  k = v\n");
}

#[test]
fn unusual_spacing_and_separators_are_read() {
    let of = |separator: &str, text: &str| {
        let ini = Ini::parse(text, Dialect { separator: separator.to_owned(), ..Dialect::default() });
        ini.settings().into_iter().map(|(a, b, c)| format!("{a}/{b}/{c}")).collect::<Vec<_>>()
    };
    assert_eq!(of(":", "k: v\n[a]\nk :v:w\n"), ["/k/v", "a/k/v:w"]);
    assert_eq!(of(" ", "key value of it\nkey2\tv\nnone\n"), ["/key/value of it", "/key2/v"]);
    assert_eq!(of("=", "a b = c\n# no = 1\n;no=1\n[ s ]\nö=ä\n= x\nempty =\n"), ["/a b/c", " s /ö/ä", " s /empty/"]);
}

#[test]
fn removal_of_the_last_setting_removes_the_section() {
    let remove = |text: &str| {
        let mut ini = ini(text);
        ini.remove("a", "k");
        ini.to_text()
    };
    assert_eq!(remove("[a]\nk=1\n[b]\nk=1\n"), "[b]\nk=1\n");
    assert_eq!(remove("[a]\nk=1\nk=2\n"), "");
    assert_eq!(remove("[a]\n# why\nk=1\n"), "[a]\n# why\n");
    assert_eq!(remove("[a]\nk=1\n\n[b]\n"), "[a]\n\n[b]\n");
    assert_eq!(remove("[a]\nx=1\n"), "[a]\nx=1\n");
}

#[test]
fn several_values_are_written_one_per_line() {
    let set_all = |text: &str, values: &[&str]| {
        let mut ini = Ini::parse(text, Dialect::default());
        ini.set_all("a", "k", &values.iter().map(|value| clear(value)).collect::<Vec<_>>());
        assert_eq!(ini.all("a", "k").len(), values.len(), "{text}");
        ini.to_text()
    };
    assert_eq!(set_all("[a]\nk = 1\nk = 2\nx = 1\n", &["2", "3"]), "[a]\nk = 2\nk=3\nx = 1\n");
    assert_eq!(set_all("[a]\nk=1\nk=1\n", &["1"]), "[a]\nk=1\n");
    assert_eq!(set_all("[a]\n#k=1\nx=1\n", &["1", "2"]), "[a]\n#k=1\nk=1\nk=2\nx=1\n");
    assert_eq!(set_all("[b]\nx=1\n", &["1", "2"]), "[b]\nx=1\n\n[a]\nk=1\nk=2\n");
    assert_eq!(set_all("[a]\nk=1\nx=1\n", &["2"]), "[a]\nk=2\nx=1\n");
}

#[test]
fn section_brackets_can_be_changed() {
    let brackets = ("-- ".to_owned(), String::new());
    let mut ini = Ini::parse("-- a\nk=1\n", Dialect { brackets, ..Dialect::default() });
    ini.set("b", "k", &clear("2"));
    assert_eq!(ini.to_text(), "-- a\nk=1\n\n-- b\nk=2\n");
    assert_eq!(ini.sections(), ["a", "b"]);
    assert!(!ini.remove_section("a"));
    ini.remove("a", "k");
    assert!(ini.remove_section("a"));
}

#[test]
fn secret_is_written_only_to_the_file() {
    let machine = FakeSystem::new();
    machine.put("/etc/app.ini", FileNode::file("[a]\nk = old\nx = 1\n"));
    let place = Place { row: 1, path: "/etc/app.ini".to_owned() };
    let mut ini = Ini::read(&machine, &place, Dialect::default()).unwrap();
    ini.set("a", "k", &Text::Secret(machine.secret("pass")));
    ini.set_all("a", "m", &[Text::Secret(machine.secret("one")), clear("two")]);
    assert_eq!(ini.to_text(), "[a]\nk = \nx = 1\nm=\nm=two\n");
    ini.write(&machine, 1, "/etc/app.ini").unwrap();
    assert_eq!(machine.text("/etc/app.ini"), "[a]\nk = pass\nx = 1\nm=one\nm=two\n");
}

#[test]
fn names_and_separators_with_newlines_are_rejected() {
    assert!(check("a", "k", &Dialect::default()).is_ok());
    assert!(check("a\n", "k", &Dialect::default()).is_err());
    assert!(check("a", "k\r", &Dialect::default()).is_err());
    assert!(check("a", "k", &Dialect { separator: String::new(), ..Dialect::default() }).is_err());
}

#[test]
fn file_is_read_once() {
    let machine = FakeSystem::new();
    machine.put("/etc/app.ini", FileNode::file("[a]\nk = 1\n"));
    let place = Place { row: 0, path: "/etc/app.ini".to_owned() };
    let mut files = IniFiles::default();
    for _ in 0..3 {
        assert_eq!(files.read(&machine, &place, Dialect::default()).unwrap().get("a", "k"), Some("1"));
    }
    assert_eq!(machine.reads(), ["read_text"]);
}
