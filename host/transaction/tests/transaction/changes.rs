//! Changes and their messages.

use catalog::Value;
use transaction::provider::{ComponentMessage, FaultCode, Level, ProviderError, Verdict};
use transaction::{ApplyOptions, EventStatus};

use crate::fake::{CONTENT, Fake, MODE};
use crate::site::{RecordingObserver, Site, SteppingClock, lines, list};

#[test]
fn absent_resource_is_created_by_setting_only_ensure() {
    let mut fake = Fake::new();
    let site = || Site::new().file("/x", &[("mode", "0644".into()), ("ensure", "file".into())]);
    assert_eq!(site().log(&mut fake), ["File[/x]/ensure: created"]);
    assert_eq!(fake.calls_of("set"), ["File[/x] ensure"]);
    assert_eq!(site().log(&mut fake), [""; 0]);
    assert_eq!(fake.calls_of("set"), [""; 0]);
}

#[test]
fn present_resource_is_removed() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into())]);
    let report = Site::new().file("/x", &[("ensure", "absent".into())]).apply(&mut fake, &ApplyOptions::default());
    assert_eq!(lines(&report), ["File[/x]/ensure: removed"]);
    assert_eq!(report.statuses[0].events[0].name, "file_removed");
}

#[test]
fn event_names_are_declared_by_the_schema_or_derived() {
    let name = |site: Site| site.apply(&mut Fake::new(), &ApplyOptions::default()).statuses[0].events[0].name.clone();
    let file = |ensure: &str| name(Site::new().file("/x", &[("ensure", ensure.into())]));
    assert_eq!(name(Site::new().exec("e", &[])), "executed_command");
    assert_eq!((file("directory"), file("file")), ("directory_created".into(), "file_created".into()));
    assert_eq!(name(Site::new().notify("n", &[])), "message_changed");
    assert_eq!(name(Site::new().resource("package", "p", &[("ensure", "1.0".into())])), "package_changed");
}

#[test]
fn attributes_are_set_together_in_schema_order() {
    let mut fake =
        Fake::new().with("file", "/x", &[("ensure", "present".into()), ("mode", "0600".into()), ("owner", 0.into())]);
    let attributes = [("owner", "bob".into()), ("mode", 644.into()), ("content", "c".into())];
    let log = Site::new().file("/x", &attributes).log(&mut fake);
    assert_eq!(
        log,
        [
            "File[/x]/content: defined 'content' as 'c'",
            "File[/x]/mode: mode changed '0600' to '644'",
            "File[/x]/owner: owner changed 0 to 'bob'"
        ]
    );
    assert_eq!(fake.calls_of("set"), ["File[/x] content mode owner"]);
}

#[test]
fn messages_of_changed_types_and_undefined_values() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "directory".into())]);
    fake = fake.with("file", "/y", &[("ensure", "present".into()), ("content", "old".into())]);
    let site = Site::new()
        .file("/x", &[("ensure", "file".into())])
        .file("/y", &[("content", "absent".into())])
        .resource("package", "p", &[("options", list(&["-a", "-b"]))]);
    let mut fake = fake.with("package", "p", &[("ensure", "present".into()), ("options", "-a".into())]);
    assert_eq!(
        site.log(&mut fake),
        [
            "File[/x]/ensure: ensure changed 'directory' to 'present'",
            "File[/y]/content: undefined 'content' from 'old'",
            "Package[p]/options: options changed '-a' to ['-a', '-b']"
        ]
    );
}

#[test]
fn absent_resource_without_ensure_is_not_changed() {
    let mut fake = Fake::new();
    let site =
        Site::new().file("/x", &[("mode", "0644".into())]).resource("package", "p", &[("ensure", "absent".into())]);
    assert_eq!(site.log(&mut fake), [""; 0]);
}

#[test]
fn verdicts_override_the_comparison_of_the_host() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into()), ("mode", "0644".into())]);
    let text = |text: &str| Some(text.to_owned());
    let content = Verdict {
        attribute: CONTENT,
        is: text("'{md5}a'"),
        should: text("'{md5}b'"),
        diff: text("--- a\n+++ b"),
        ..Verdict::default()
    };
    let insync = Verdict { attribute: MODE, insync: true, ..Verdict::default() };
    fake.verdicts.insert("File[/x]".into(), vec![insync, content.clone()]);
    let site = || Site::new().file("/x", &[("mode", "u=rw,go=r".into()), ("loglevel", "warning".into())]);
    let options = ApplyOptions { show_diff: true, ..ApplyOptions::default() };
    let report = site().apply(&mut fake, &options);
    assert_eq!(
        lines(&report),
        ["warning File[/x]/content: \n--- a\n+++ b", "warning File[/x]/content: content changed '{md5}a' to '{md5}b'"]
    );
    assert!(fake.run.show_diff);
    assert_eq!(report.statuses[0].events[0].previous_value, Some("{md5}a".into()));
    let change = Verdict { change: text("content grew"), ..content };
    fake.verdicts.insert("File[/x]".into(), vec![change]);
    assert_eq!(site().log(&mut fake), ["warning File[/x]/content: content grew"]);
    fake.change_messages.insert("File[/x]".into(), "all done".into());
    assert_eq!(site().log(&mut fake), ["warning File[/x]/content: all done"]);
}

#[test]
fn desired_string_is_reported_as_displayed_by_the_provider() {
    let desired = |attribute: &str, value: &str, displayed: &str| {
        let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into()), ("mode", "0700".into())]);
        let column = fake.schema_mut("file").column(attribute).unwrap();
        let attribute_of = u16::try_from(column).unwrap();
        let verdict = Verdict { attribute: attribute_of, should: Some(displayed.into()), ..Verdict::default() };
        fake.verdicts.insert("File[/x]".into(), vec![verdict]);
        let report = Site::new().file("/x", &[(attribute, value.into())]).apply(&mut fake, &ApplyOptions::default());
        report.statuses[0].events[0].desired_value.clone()
    };
    assert_eq!(desired("mode", "0644", "'0755'"), Some("0755".into()));
    assert_eq!(desired("mode", "0644", "any value"), Some("0644".into()));
    assert_eq!(desired("ensure", "absent", "'gone'"), Some("absent".into()), "a listed value is not replaced");
}

#[test]
fn failure_of_one_attribute_is_logged_twice_and_others_are_set() {
    let mut fake =
        Fake::new().with("file", "/x", &[("ensure", "present".into())]).failing("set File[/x] mode", "read-only");
    let attributes = [("mode", "0644".into()), ("content", "c".into())];
    let report = Site::new().file("/x", &attributes).apply(&mut fake, &ApplyOptions::default());
    assert_eq!(
        lines(&report),
        [
            "File[/x]/content: defined 'content' as 'c'",
            "err read-only",
            "err File[/x]/mode: change from 'absent' to '0644' failed: read-only"
        ]
    );
    let status = &report.statuses[0];
    assert!(status.failed && status.changed && status.out_of_sync);
    assert_eq!((status.change_count, status.out_of_sync_count), (1, 2));
    assert!(report.has_failures() && report.has_changes());
    assert_eq!(report.outcome().to_string(), "failed");
}

#[test]
fn failed_set_call_fails_all_attributes() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into())]);
    let fault =
        ProviderError { code: FaultCode::Provider, message: "it trapped".into(), detail: Some("at 0x1".into()) };
    fake.faults.insert("set File[/x]".into(), fault);
    let log = Site::new().file("/x", &[("mode", "1".into()), ("content", "c".into())]).log(&mut fake);
    assert_eq!(
        log,
        [
            "err it trapped",
            "err at 0x1",
            "err File[/x]/content: change from 'absent' to 'c' failed: it trapped",
            "err it trapped",
            "err at 0x1",
            "err File[/x]/mode: change from 'absent' to '1' failed: it trapped"
        ]
    );
}

#[test]
fn unreadable_state_fails_only_its_resource() {
    let mut fake = Fake::new().failing("get File[/x]", "no such device");
    let site = Site::new().file("/x", &[("ensure", "file".into())]).file("/y", &[("ensure", "file".into())]);
    let report = site.apply(&mut fake, &ApplyOptions::default());
    let log = lines(&report);
    assert_eq!(log[..2], ["err File[/x]: Could not evaluate: no such device", "File[/y]/ensure: created"]);
    let event = &report.statuses[0].events[0];
    assert_eq!((&*event.name, event.property.clone(), event.status), ("resource_error", None, EventStatus::Failure));
}

#[test]
fn notify_logs_its_message() {
    let hash = Value::Hash(vec![("k".into(), Value::Array(vec![1.into(), true.into(), Value::Undef]))]);
    let site = Site::new()
        .notify("a", &[])
        .notify("b", &[("message", "msg".into())])
        .notify("c", &[("withpath", "true".into())])
        .notify("d", &[("loglevel", "warning".into())])
        .notify("e", &[("message", hash)])
        .notify("f", &[("message", false.into())])
        .notify("g", &[("message", list(&["x", "y"]))])
        .notify("h", &[("loglevel", "verbose".into())]);
    assert_eq!(
        site.log(&mut Fake::new()),
        [
            "a",
            "Notify[a]/message: defined 'message' as 'a'",
            "msg",
            "Notify[b]/message: defined 'message' as 'msg'",
            "Notify[c]/message: c",
            "Notify[c]/message: defined 'message' as 'c'",
            "warning d",
            "warning Notify[d]/message: defined 'message' as 'd'",
            "{\"k\"=>[1, true, nil]}",
            "Notify[e]/message: defined 'message' as {\n  'k' => [1, true, undef]\n}",
            "x",
            "Notify[g]/message: defined 'message' as 'x'",
            "info h",
            "info Notify[h]/message: defined 'message' as 'h'"
        ]
    );
}

#[test]
fn messages_of_providers_have_the_path_of_their_resource() {
    let mut fake = Fake::new();
    let message = |level, row, attribute| ComponentMessage { level, row, attribute, text: "hello".into() };
    let site = Site::new().file("/x", &[("loglevel", "err".into()), ("ensure", "file".into())]);
    let prepared = site.prepare(&mut fake).unwrap();
    // Row 3 is the third resource, after the stage and the class.
    fake.messages = vec![
        message(Level::Notice, None, None),
        message(Level::Notice, Some(3), None),
        message(Level::Warning, Some(3), Some(CONTENT)),
        message(Level::Debug, Some(3), None),
    ];
    let mut listener = RecordingObserver::default();
    let report =
        transaction::apply(prepared, &mut fake, &ApplyOptions::default(), &mut listener, &SteppingClock::default());
    assert_eq!(
        lines(&report),
        ["hello", "err File[/x]: hello", "warning File[/x]/content: hello", "err File[/x]/ensure: created"]
    );
    assert_eq!(listener.events, ["File[/x]: created"]);
    let tags = |position: usize| report.logs[position].tags.iter().map(|tag| &**tag).collect::<Vec<_>>();
    assert_eq!(tags(2), ["file", "/x", "content"]);
    assert_eq!(tags(3), ["file", "/x"]);
}

#[test]
fn verdict_on_unknown_attribute_is_ignored() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into())]);
    fake.verdicts.insert("File[/x]".into(), vec![Verdict { attribute: 99, ..Verdict::default() }]);
    assert_eq!(Site::new().file("/x", &[]).log(&mut fake), [""; 0]);
}
