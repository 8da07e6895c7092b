//! Order of application.

use catalog::Value;
use catalog::schema::Edge;
use transaction::{ApplyOptions, GraphKind, Ordering};

use crate::fake::Fake;
use crate::site::{Site, lines, list};

#[test]
fn unrelated_resources_are_in_manifest_order() {
    let site = Site::new()
        .notify("c", &[])
        .notify("a", &[("require", "Notify[d]".into())])
        .notify("b", &[])
        .notify("d", &[])
        .notify("last", &[]);
    assert_eq!(site.order(&mut Fake::new()), ["Notify[c]", "Notify[b]", "Notify[d]", "Notify[a]", "Notify[last]"]);
}

#[test]
fn contained_resources_inherit_the_dependencies_of_their_container() {
    let site = Site::new()
        .class("early", &[("require", "Class[late]".into())], |site| site.notify("e1", &[]).notify("e2", &[]))
        .class("late", &[], |site| {
            site.define("inner", "x", &[("before", list(&["Notify[l1]"]))], |site| site.notify("i", &[]))
                .notify("l1", &[])
        })
        .notify("first", &[("before", "Class[late]".into())]);
    assert_eq!(site.order(&mut Fake::new()), ["Notify[first]", "Notify[i]", "Notify[l1]", "Notify[e1]", "Notify[e2]"]);
}

#[test]
fn stages_order_their_classes() {
    let site = Site::new()
        .stage("pre", &[("before", "Stage[main]".into())])
        .stage("post", &[("require", "Stage[main]".into())])
        .staged_class("post", "late", |site| site.notify("late", &[]))
        .class("mid", &[], |site| site.notify("mid", &[]))
        .staged_class("pre", "early", |site| site.notify("early", &[]));
    assert_eq!(site.order(&mut Fake::new()), ["Notify[early]", "Notify[mid]", "Notify[late]"]);
}

#[test]
fn automatic_relations_of_the_schema_order_resources() {
    let site = Site::new().file("/a/b/c/f", &[("owner", "bob".into())]).file("/a", &[]).file("/a/b/", &[]).resource(
        "account",
        "bob",
        &[("shell", "sh".into())],
    );
    assert_eq!(site.order(&mut Fake::new()), ["File[/a]", "File[/a/b/]", "Account[bob]", "File[/a/b/c/f]"]);
}

#[test]
fn automatic_relations_of_code_order_resources() {
    let mut fake = Fake::new();
    let related = |edge, other: &str| ("bob".to_owned(), edge, "notify".to_owned(), other.to_owned());
    fake.related =
        vec![related(Edge::Require, "before"), related(Edge::Before, "after"), related(Edge::Require, "missing")];
    let site =
        Site::new().notify("after", &[]).resource("account", "bob", &[("shell", "sh".into())]).notify("before", &[]);
    assert_eq!(site.order(&mut fake), ["Notify[before]", "Account[bob]", "Notify[after]"]);
}

#[test]
fn declared_relation_overrides_an_automatic_one() {
    let site = Site::new().file("/a", &[("require", "File[/a/b]".into())]).file("/a/b", &[]);
    let prepared = site.prepare(&mut Fake::new()).unwrap();
    assert!(prepared.cycles().is_empty());
    assert_eq!(prepared.relationships().len(), 1);
}

#[test]
fn cycles_are_logged_by_step_and_nothing_is_applied() {
    let site = Site::new()
        .class("a", &[("before", list(&["Class[b]"]))], |site| site.notify("x", &[]))
        .class("b", &[], |site| site.notify("y", &[("before", list(&["Notify[x]"]))]))
        .notify("p", &[("before", "Notify[q]".into())])
        .notify("q", &[("before", "Notify[p]".into())])
        .notify("self", &[("require", "Notify[self]".into())])
        .notify("unrelated", &[]);
    let report = site.apply(&mut Fake::new(), &ApplyOptions::default());
    let expected = "err Found 3 dependency cycles:\n\
        (Notify[p] => Notify[q] => Notify[p])\n  \
        Notify[p] (file: site.pp, line: 5) comes before Notify[q] (file: site.pp, line: 6)\n  \
        Notify[q] (file: site.pp, line: 6) comes before Notify[p] (file: site.pp, line: 5)\n\
        (Notify[self] => Notify[self])\n  \
        Notify[self] (file: site.pp, line: 7) comes before Notify[self] (file: site.pp, line: 7)\n\
        (Notify[x] => Class[A] => Class[B] => Notify[y] => Notify[x])\n  \
        Notify[x] (file: site.pp, line: 2) comes before Class[A] (file: site.pp, line: 1)\n  \
        Class[A] (file: site.pp, line: 1) comes before Class[B] (file: site.pp, line: 3)\n  \
        Class[B] (file: site.pp, line: 3) comes before Notify[y] (file: site.pp, line: 4)\n  \
        Notify[y] (file: site.pp, line: 4) comes before Notify[x] (file: site.pp, line: 2)\n\
        To draw the cycle, run 'marotte graph' with the same manifests and '--format svg'";
    assert_eq!(lines(&report), [expected]);
    assert_eq!(report.error.as_deref(), Some("One or more resource dependency cycles detected in graph"));
    assert!(!report.transaction_completed);
    assert_eq!(report.metrics().failed, 5);
    assert_eq!(report.statuses[0].events[0].message, "resource is part of a dependency cycle");
}

#[test]
fn long_cycle_is_found() {
    let count = 30_000;
    let next = |i: usize| Value::from(format!("Notify[{}]", (i + 1) % count));
    let site = (0..count).fold(Site::new(), |site, i| site.notify(&i.to_string(), &[("before", next(i))]));
    let prepared = site.prepare(&mut Fake::new()).unwrap();
    assert_eq!(prepared.cycles()[0].members.len(), count);
    assert_eq!(prepared.cycles()[0].path.len(), count + 1);
}

#[test]
fn graphs_are_written_in_dot_format() {
    let site = Site::new().notify("a\"", &[]).notify("b", &[("require", "Notify[a\"]".into())]);
    let prepared = site.prepare(&mut Fake::new()).unwrap();
    let relationships = prepared.dot(GraphKind::Relationships).unwrap();
    assert!(
        relationships.starts_with("digraph Relationships {\n    label = \"Relationships\"\n    \"Stage[main]\" [\n")
    );
    assert!(relationships.ends_with("    \"Notify[a\\\"]\" -> \"Notify[b]\" [\n        fontsize = 8\n    ]\n\n}\n"));
    assert!(prepared.dot(GraphKind::Resources).unwrap().contains("\"Class[Main]\" -> \"Notify[b]\""));
    assert!(
        prepared
            .dot(GraphKind::ExpandedRelationships)
            .unwrap()
            .contains("\"Notify[b]\" -> \"Whit[Completed_class[main]]\"")
    );
    assert_eq!(prepared.dot(GraphKind::Cycles), None);
    let cyclic = Site::new().notify("a", &[("before", "Notify[a]".into())]).prepare(&mut Fake::new()).unwrap();
    let cycles = "digraph Resource_Cycles {\n  label = \"Resource Cycles\"\n\"Notify[a]\" -> \"Notify[a]\"\n}\n";
    assert_eq!(cyclic.dot(GraphKind::Cycles).unwrap(), cycles);
}

#[test]
fn unrelated_resources_can_be_ordered_by_hash_or_seed() {
    let order = |ordering: Ordering| {
        let titles = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let site = titles.iter().fold(Site::new(), |site, title| site.notify(title, &[]));
        let site = site.notify("last", &[("require", list(&["Notify[a]", "Notify[h]"]))]);
        let mut prepared = site.prepare(&mut Fake::new()).unwrap();
        prepared.arrange(ordering);
        let order = prepared.order().into_iter().map(|index| prepared.catalog().label(index));
        order.filter(|label| label.starts_with("Notify")).collect::<Vec<_>>()
    };
    assert_eq!(order(Ordering::Manifest)[..3], ["Notify[a]", "Notify[b]", "Notify[c]"]);
    let hashed = order(Ordering::TitleHash);
    assert_ne!(hashed, order(Ordering::Manifest));
    assert_eq!(hashed, order(Ordering::TitleHash));
    assert_ne!(order(Ordering::Random(1)), order(Ordering::Random(2)));
    for ordering in [Ordering::TitleHash, Ordering::Random(1), Ordering::Random(2), Ordering::Random(3)] {
        let order = order(ordering);
        let position = |label: &str| order.iter().position(|known| known == label).unwrap();
        assert!(
            position("Notify[last]") > position("Notify[a]") && position("Notify[last]") > position("Notify[h]"),
            "{order:?}"
        );
    }
}
