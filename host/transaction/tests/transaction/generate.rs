//! Generated resources: next to their parents before the run, or within them at their turn.

use catalog::Value;
use transaction::{ApplyOptions, EventStatus, Noop};

use crate::fake::Fake;
use crate::site::{Site, lines};

fn service(site: Site, attributes: &[(&str, Value)]) -> Site {
    site.resource("service", "p", attributes)
}

/// Makes one resource generate three others.
fn three(call: &str) -> Fake {
    let fake = Fake::new().with("service", "p", &[("enable", "no".into())]);
    ["/b", "/a", "/c"]
        .iter()
        .fold(fake, |fake, title| fake.generating(call, "file", title, &[("ensure", "file".into())]))
}

#[test]
fn generated_resources_follow_their_parent_and_inherit_its_metaparameters() {
    let fake = three("generate Service[p]");
    let site = Site::new().resource("service", "after", &[("ensure", "stopped".into())]);
    let site = service(
        site,
        &[
            ("enable", "yes".into()),
            ("notify", "Service[after]".into()),
            ("tag", "t".into()),
            ("loglevel", "warning".into()),
        ],
    );
    let report = site
        .notify("next", &[])
        .apply(&mut fake.with("service", "after", &[("ensure", "stopped".into())]), &ApplyOptions::default());
    assert_eq!(
        lines(&report),
        [
            "warning Service[p]/enable: enable changed 'no' to 'yes'",
            "info Service[p]: Scheduling refresh of Service[after]",
            "warning File[/b]/ensure: created",
            "info File[/b]: Scheduling refresh of Service[after]",
            "warning File[/a]/ensure: created",
            "info File[/a]: Scheduling refresh of Service[after]",
            "warning File[/c]/ensure: created",
            "info File[/c]: Scheduling refresh of Service[after]",
            "Service[after]: Triggered 'refresh' from 4 events",
            "next",
            "Notify[next]/message: defined 'message' as 'next'",
        ]
    );
    let status = report.statuses.iter().find(|s| report.catalog.label(s.resource) == "File[/a]").unwrap();
    assert_eq!(report.catalog.path(status.resource), "/Stage[main]/Main/File[/a]");
    assert_eq!(status.events.len(), 1);
    assert!(report.catalog.get(status.resource).tags.iter().any(|tag| &**tag == "t"));
    assert!(report.catalog.get(status.resource).tags.iter().any(|tag| &**tag == "service"));
}

#[test]
fn generated_resources_have_automatic_relations() {
    let mut fake = three("generate Service[p]");
    let site = service(Site::new().file("/a/inner", &[("ensure", "file".into())]), &[]);
    let titles: Vec<String> =
        site.log(&mut fake).iter().filter_map(|line| Some(line.split_once("]/ensure")?.0.to_owned())).collect();
    assert_eq!(titles, ["File[/b", "File[/a", "File[/a/inner", "File[/c"]);
}

#[test]
fn dependents_of_a_resource_wait_for_its_content() {
    let mut fake =
        three("expand Service[p]").generating("expand Service[p]", "file", "/b/x", &[("ensure", "file".into())]);
    let site = service(Site::new(), &[("enable", "yes".into()), ("notify", "Service[after]".into())]);
    let site = site.resource("service", "after", &[]).notify("post", &[("require", "Service[p]".into())]);
    assert_eq!(
        site.log(&mut fake),
        [
            "Service[p]/enable: enable changed 'no' to 'yes'",
            "File[/b]/ensure: created",
            "File[/a]/ensure: created",
            "File[/c]/ensure: created",
            "File[/b/x]/ensure: created",
            "info p: Scheduling refresh of Service[after]",
            "Service[after]: Triggered 'refresh' from 1 event",
            "post",
            "Notify[post]/message: defined 'message' as 'post'",
        ]
    );
}

#[test]
fn failed_content_skips_only_dependents_of_the_parent() {
    let mut fake = three("expand Service[p]").failing("set File[/a]", "no");
    let site = service(Site::new(), &[("enable", "yes".into()), ("notify", "Service[after]".into())]);
    let site = site.resource("service", "after", &[]);
    assert_eq!(
        site.log(&mut fake),
        [
            "Service[p]/enable: enable changed 'no' to 'yes'",
            "File[/b]/ensure: created",
            "err no",
            "err File[/a]/ensure: change from 'absent' to 'present' failed: no",
            "File[/c]/ensure: created",
            "info p: Unscheduling all events on p",
            "Service[after]: Dependency File[/a] has failures: true",
            "warning Service[after]: Skipping because of failed dependencies",
        ]
    );
}

#[test]
fn content_of_a_failed_resource_is_skipped() {
    let mut fake = three("expand Service[p]").failing("set Service[p]", "broken");
    assert_eq!(
        service(Site::new(), &[("enable", "yes".into())]).log(&mut fake),
        [
            "err broken",
            "err Service[p]/enable: change from 'no' to 'yes' failed: broken",
            "File[/b]: Dependency Service[p] has failures: true",
            "warning File[/b]: Skipping because of failed dependencies",
            "warning File[/a]: Skipping because of failed dependencies",
            "warning File[/c]: Skipping because of failed dependencies",
        ]
    );
}

#[test]
fn resources_of_the_catalog_override_generated_ones() {
    for call in ["generate Service[p]", "expand Service[p]"] {
        let mut fake = three(call);
        let site = service(Site::new(), &[]).file("again", &[("path", "/a".into()), ("ensure", "directory".into())]);
        let log = site.log(&mut fake).join("\n");
        assert!(
            log.contains("File[again]/ensure: ensure changed 'absent' to 'directory'")
                || log.contains("File[again]/ensure: created"),
            "{log}"
        );
        assert!(!log.contains("File[/a]"), "{log}");
        assert!(log.contains("File[/c]/ensure: created"), "{log}");
    }
}

#[test]
fn failure_to_generate_fails_the_resource() {
    for (call, word) in [("generate", "generate"), ("expand", "eval_generate")] {
        let mut fake = three(&format!("{call} Service[p]"))
            .generating(&format!("{call} Service[q]"), "file", "/q", &[("ensure", "file".into())])
            .failing(&format!("{call} Service[p]"), "cannot list");
        let site = service(Site::new(), &[("enable", "yes".into())]).resource("service", "q", &[]);
        let site = site.notify("post", &[("require", "Service[p]".into())]);
        let report = site.apply(&mut fake, &ApplyOptions::default());
        let log = lines(&report);
        assert_eq!(
            log[0],
            format!("err Service[p]: Failed to generate additional resources using '{word}': cannot list")
        );
        assert!(log.contains(&"File[/q]/ensure: created".to_owned()), "{log:#?}");
        assert!(log.contains(&"warning Notify[post]: Skipping because of failed dependencies".to_owned()), "{log:#?}");
        assert_eq!(report.metrics().failed, 1);
    }
}

#[test]
fn invalid_generated_resource_fails_its_parent() {
    type Wrong<'a> = (&'a str, &'a str, &'a [(&'a str, Value)], &'a str);
    let wrong: [Wrong<'_>; 6] = [
        ("nosuch", "x", &[], "Could not find type nosuch"),
        ("class", "x", &[], "Could not find type class"),
        ("file", "/x", &[("nope", "1".into())], "no parameter named 'nope' on File[/x]"),
        ("file", "/x", &[("ctime", "1".into())], "Parameter ctime failed on File[/x]: ctime is read-only"),
        ("file", "/x", &[("noop", false.into())], "File[/x] cannot have its own 'noop'"),
        ("file", "/x", &[("ensure", "odd".into())], "Parameter ensure failed on File[/x]"),
    ];
    for call in ["generate Service[p]", "expand Service[p]"] {
        for (type_name, title, attributes, message) in &wrong {
            let mut fake = three(call).generating(call, type_name, title, attributes);
            let report = service(Site::new(), &[("enable", "yes".into())]).apply(&mut fake, &ApplyOptions::default());
            assert!(lines(&report)[0].contains(message), "{:#?}", lines(&report));
            assert_eq!(report.statuses.len(), 1, "{call} {type_name}");
            assert!(report.statuses[0].failed);
        }
    }
    let mut fake =
        three("expand Service[p]").generating("expand Service[p]", "file", "/x", &[("require", "File[/c]".into())]);
    assert!(service(Site::new(), &[]).log(&mut fake)[0].ends_with("File[/x] cannot have its own 'require'"));
    let mut fake = three("generate Service[p]").generating(
        "generate Service[p]",
        "file",
        "/x",
        &[("require", "File[/no]".into())],
    );
    assert!(service(Site::new(), &[]).log(&mut fake)[0].ends_with("Could not find dependency File[/no] for File[/x]"));
}

#[test]
fn expand_adds_attributes_to_resources_generated_before_the_run() {
    let mut fake = three("generate Service[p]").generating(
        "expand Service[p]",
        "file",
        "/a",
        &[("content", "at its turn".into()), ("ensure", "absent".into())],
    );
    let site = service(Site::new(), &[]).notify("post", &[("require", "Service[p]".into())]);
    let log = site.log(&mut fake);
    assert_eq!(fake.current["File[/a]"].len(), 2, "{:?}", fake.current);
    assert_eq!(fake.current["File[/a]"][1].1, "at its turn".into());
    // Dependents of the parent wait for it.
    let position = |text: &str| log.iter().position(|line| line.starts_with(text)).unwrap();
    assert!(position("File[/a]/ensure") < position("post"), "{log:#?}");
}

#[test]
fn noop_is_inherited_and_noop_runs_expand_resources() {
    let mut fake = three("expand Service[p]");
    let options = ApplyOptions { noop: Noop::On, ..ApplyOptions::default() };
    let report = service(Site::new(), &[]).apply(&mut fake, &options);
    let noops = report.statuses.iter().flat_map(|s| &s.events).filter(|e| e.status == EventStatus::Noop).count();
    assert_eq!((noops, fake.calls_of("set")), (3, vec![]));
    let mut fake = three("expand Service[p]");
    service(Site::new(), &[("noop", false.into())]).apply(&mut fake, &options);
    assert_eq!(fake.calls_of("set").len(), 3);
    assert_eq!(fake.run.enforced.len(), 4);
}

#[test]
fn expand_is_called_only_for_rows_with_the_listed_attributes() {
    let mut fake = Fake::new().generating("expand File[/b]", "file", "/b/x", &[("ensure", "file".into())]);
    fake.provider_mut("file").expand_with = vec!["mode".into()];
    let site = Site::new().file("/a", &[]).file("/b", &[("mode", "0644".into())]);
    site.apply(&mut fake, &ApplyOptions::default());
    assert_eq!(fake.calls_of("expand"), ["/b"]);
}

#[test]
fn depth_of_generated_resources_is_limited() {
    let deeper = |number: usize| format!("/{number}");
    let mut fake = Fake::new();
    for number in 0..120 {
        fake = fake.generating(
            &format!("expand File[/{number}]"),
            "file",
            &deeper(number + 1),
            &[("ensure", "file".into())],
        );
    }
    let log = Site::new().file("/0", &[("ensure", "file".into())]).log(&mut fake);
    assert!(
        log.iter().any(|line| line.contains("generated resources are nested more than 100 levels deep")),
        "{log:#?}"
    );
    assert!(fake.calls_of("set").len() < 110);
}
