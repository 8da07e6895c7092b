//! Attribute values: names, conversion and defaults.

use std::sync::Arc;

use catalog::{Deferred, Sensitive, Value};
use transaction::provider::{Row, State};
use transaction::{DeferredFunctions, FunctionError, NoFunctions};

use crate::fake::{CONTENT, Fake};
use crate::site::{RecordingObserver, Site, SteppingClock, list};

/// Returns the attributes of the only resource as passed to its provider.
fn values(site: Site, fake: &mut Fake) -> Vec<(String, Value)> {
    let prepared = site.prepare(fake).unwrap();
    let index = prepared.order()[0];
    prepared.values(index).map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

fn pairs(expected: &[(&str, Value)]) -> Vec<(String, Value)> {
    expected.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

#[test]
fn values_are_converted_and_in_schema_order() {
    let site = Site::new().file(
        "/x//",
        &[("forced", "yes".into()), ("mode", 644.into()), ("ensure", "file".into()), ("owner", list(&["a", "b"]))],
    );
    let expected = [
        ("ensure", "present".into()),
        ("path", "/x".into()),
        ("mode", "644".into()),
        ("owner", list(&["a", "b"])),
        ("force", true.into()),
    ];
    assert_eq!(values(site, &mut Fake::new()), pairs(&expected));
}

#[test]
fn defaults_of_the_provider_override_those_of_the_type() {
    let mut fake = Fake::new();
    fake.provider_mut("package").defaults = vec![("ensure".into(), "absent".into()), ("flags".into(), "-q".into())];
    let site = || Site::new().resource("package", "p", &[]);
    let expected = |ensure: &str, more: &[(&str, Value)]| {
        pairs(&[&[("ensure", ensure.into()), ("name", "p".into()), ("provider", "apt".into())], more].concat())
    };
    assert_eq!(values(site(), &mut fake), expected("absent", &[("flags", "-q".into())]));
    assert_eq!(values(site(), &mut Fake::new()), expected("present", &[]));
    let notify = Site::new().notify("n", &[]);
    let expected = [("message", "n".into()), ("name", "n".into()), ("withpath", "false".into())];
    assert_eq!(values(notify, &mut Fake::new()), pairs(&expected));
}

#[test]
fn name_is_an_alias_of_the_namevar() {
    let site = Site::new().file("motd", &[("name", "/etc/motd".into())]);
    assert_eq!(values(site, &mut Fake::new()), pairs(&[("path", "/etc/motd".into())]));
}

/// A deferred function that doubles strings.
struct Double;

impl DeferredFunctions for Double {
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, FunctionError> {
        match (name, arguments) {
            ("double", [Value::String(text)]) => Ok(Value::from(format!("{text}{text}"))),
            _ => Err(FunctionError::Unknown(name.to_owned())),
        }
    }
}

#[test]
fn deferred_calls_are_evaluated_innermost_first() {
    let call = |name: &str, argument| {
        Value::Deferred(Box::new(Deferred { name: name.into(), arguments: Some(vec![argument]) }))
    };
    let nested = call("double", call("double", "a".into()));
    let hidden = Value::Sensitive(Sensitive::new(call("double", "b".into())));
    let site = Site::new().file("/x", &[("content", nested), ("owner", hidden)]);
    let (mut listener, watch) = (RecordingObserver::default(), SteppingClock::default());
    let prepared = transaction::prepare(site.catalog, &mut Fake::new(), &mut Double, &mut listener, &watch).unwrap();
    let index = prepared.order()[0];
    let values: Vec<&Value> = prepared.values(index).map(|(_, value)| value).collect();
    assert_eq!(values[1..], [&Value::from("aaaa"), &Value::Sensitive(Sensitive::new("bb".into()))]);
    let site = Site::new().file("/x", &[("content", call("nosuch", 1.into()))]);
    assert_eq!(site.issues(&mut Fake::new()), ["Unknown function 'nosuch'"]);
}

#[test]
fn deferred_call_without_a_value_is_an_issue() {
    struct Nothing;
    impl DeferredFunctions for Nothing {
        fn call(&mut self, _: &str, _: &[Value]) -> Result<Value, FunctionError> {
            Ok(Value::Undef)
        }
    }
    let call = Value::Deferred(Box::new(Deferred { name: "f".into(), arguments: None }));
    let site = Site::new().file("/x", &[("content", call)]);
    let (mut listener, watch) = (RecordingObserver::default(), SteppingClock::default());
    let prepared = transaction::prepare(site.catalog, &mut Fake::new(), &mut Nothing, &mut listener, &watch);
    let issues: Vec<String> = prepared.err().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(issues, ["Got nil value for content"]);
}

#[test]
fn deprecated_attributes_are_logged_once() {
    let mut fake = Fake::new();
    fake.schema_mut("file").attributes[usize::from(CONTENT)].deprecated = Some("say 'source'".into());
    let site = Site::new().file("/x", &[("content", "a".into())]).file("/y", &[("content", "a".into())]);
    let mut listener = RecordingObserver::default();
    transaction::prepare(site.catalog, &mut fake, &mut NoFunctions, &mut listener, &SteppingClock::default()).unwrap();
    assert_eq!(listener.lines, ["The attribute 'content' is deprecated: say 'source'"]);
}

#[test]
fn rows_and_states_return_values_by_attribute() {
    let mut row = Row { id: 1, title: "t".into(), slots: vec![(1, "a".into()), (3, "c".into())].into() };
    row.set(2, "b".into());
    row.set(3, "d".into());
    assert_eq!(*row.slots, [(1, "a".into()), (2, "b".into()), (3, "d".into())]);
    let state = State { slots: row.slots.to_vec(), verdicts: vec![] };
    assert_eq!((state.value(2), state.value(9)), (Some(&"b".into()), None));
}

#[test]
fn changing_a_copy_of_a_row_leaves_the_row_unchanged() {
    let row = Row { id: 1, title: "t".into(), slots: vec![(1, "a".into())].into() };
    let mut copy = row.clone();
    assert!(Arc::ptr_eq(&row.slots, &copy.slots));
    copy.set(1, "b".into());
    assert_eq!((row.value(1), copy.value(1)), (Some(&"a".into()), Some(&"b".into())));
}
