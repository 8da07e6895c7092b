//! Secrets: compared and set, but never shown.

use catalog::{Sensitive, Value};
use transaction::provider::Verdict;
use transaction::{ApplyOptions, Noop};

use crate::fake::{CONTENT, Fake};
use crate::site::{Site, lines};

fn secret(text: &str) -> Value {
    Value::Sensitive(Sensitive::new(text.into()))
}

#[test]
fn secret_is_compared_by_content() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into()), ("content", "canary".into())]);
    assert_eq!(Site::new().file("/x", &[("content", secret("canary"))]).log(&mut fake), [""; 0]);
}

#[test]
fn messages_of_a_change_never_contain_a_secret() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into()), ("content", "canary-old".into())]);
    let verdict = Verdict {
        attribute: CONTENT,
        change: Some("canary".into()),
        diff: Some("canary".into()),
        ..Verdict::default()
    };
    fake.verdicts.insert("File[/x]".into(), vec![verdict]);
    fake.change_messages.insert("File[/x]".into(), "canary".into());
    let site =
        || Site::new().file("/x", &[("content", secret("canary-new"))]).notify("n", &[("message", secret("canary"))]);
    let options = ApplyOptions { show_diff: true, ..ApplyOptions::default() };
    let report = site().apply(&mut fake, &options);
    assert_eq!(
        lines(&report),
        [
            "File[/x]/content: [diff redacted]",
            "File[/x]/content: changed [redacted] to [redacted]",
            "Sensitive [value redacted]",
            "Notify[n]/message: changed [redacted] to [redacted]"
        ]
    );
    assert!(report.statuses[0].events[0].redacted);
    assert!(!format!("{report:?}").contains("canary"));
    let noop = ApplyOptions { noop: Noop::On, ..options };
    let log = lines(&site().apply(&mut fake, &noop));
    assert_eq!(log[1], "File[/x]/content: current_value [redacted], should be [redacted] (noop)");
    let mut failing = Fake::new().with("file", "/x", &[("ensure", "present".into())]).failing("set File[/x]", "no");
    assert_eq!(site().log(&mut failing)[1], "err File[/x]/content: change from [redacted] to [redacted] failed: no");
}

#[test]
fn value_of_a_sensitive_attribute_is_redacted() {
    let mut fake = Fake::new();
    let site = Site::new().resource("account", "bob", &[("password", "canary".into()), ("shell", "sh".into())]);
    let report = site.apply(&mut fake, &ApplyOptions::default());
    assert_eq!(
        lines(&report),
        ["Account[bob]/password: changed [redacted] to [redacted]", "Account[bob]/shell: defined 'shell' as 'sh'"]
    );
    assert!(!format!("{report:?}").contains("canary"));
}

#[test]
fn invalid_secret_is_redacted() {
    let issues = Site::new().file("/x", &[("ensure", secret("canary"))]).issues(&mut Fake::new());
    assert_eq!(issues, ["Parameter ensure failed on File[/x]: Invalid value [redacted]. (file: site.pp, line: 1)"]);
}
