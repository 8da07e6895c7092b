//! Selection by tags.

use transaction::ApplyOptions;

use crate::fake::Fake;
use crate::site::{Site, lines};

fn site() -> Site {
    Site::new().notify("a", &[("tag", "Slow".into())]).notify("b", &[("require", "Notify[a]".into())]).class(
        "c",
        &[],
        |site| site.notify("in-c", &[("tag", "c".into())]),
    )
}

fn messages(options: &ApplyOptions) -> Vec<String> {
    let report = site().apply(&mut Fake::new(), options);
    lines(&report).into_iter().filter(|line| !line.contains(':')).collect()
}

fn tags(tags: &[&str]) -> Vec<String> {
    tags.iter().map(|tag| (*tag).to_owned()).collect()
}

#[test]
fn tags_select_resources() {
    assert_eq!(messages(&ApplyOptions { tags: tags(&["slow", "c"]), ..ApplyOptions::default() }), ["a", "in-c"]);
    assert_eq!(messages(&ApplyOptions { tags: tags(&["notify"]), ..ApplyOptions::default() }), ["a", "b", "in-c"]);
}

#[test]
fn skip_tags_exclude_resources_silently() {
    let options = ApplyOptions { skip_tags: tags(&["slow"]), ..ApplyOptions::default() };
    assert_eq!(messages(&options), ["b", "in-c"]);
    let report = site().apply(&mut Fake::new(), &options);
    assert_eq!(report.metrics().skipped, 1);
    assert!(report.statuses[0].skipped && report.statuses[0].evaluation_time.is_none());
}

#[test]
fn states_of_excluded_resources_are_not_read() {
    let mut fake = Fake::new();
    let wanted = || [("ensure", "absent".into()), ("tag", "wanted".into())];
    let site = Site::new()
        .file("/a", &wanted())
        .file("/b", &[("ensure", "absent".into())])
        .file("/c", &wanted())
        .file("/d", &wanted());
    site.apply(&mut fake, &ApplyOptions { tags: tags(&["wanted"]), ..ApplyOptions::default() });
    assert_eq!(fake.calls_of("get"), ["/a", "/c /d"]);
}
