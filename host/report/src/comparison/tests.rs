//! Tests of comparisons: kinds of differences, secrets, and the summary.

use catalog::{Catalog, Resource, ResourceRef, Sensitive, Value, diff};

use super::*;

fn catalog(resources: &[(&str, &[(&str, Value)])]) -> Catalog {
    let mut catalog = Catalog::default();
    for (title, parameters) in resources {
        let mut resource = Resource::new(ResourceRef::new("file", title));
        for (name, value) in *parameters {
            resource.set(name, value.clone(), None);
        }
        catalog.add(resource).unwrap();
    }
    catalog
}

fn sensitive(text: &str) -> Value {
    Value::Sensitive(Sensitive::new(text.into()))
}

fn found(upstream: &[(&str, &[(&str, Value)])], here: &[(&str, &[(&str, Value)])]) -> Vec<CatalogDifference> {
    differences(&diff::diff(&catalog(upstream), &catalog(here)))
}

#[test]
fn comparison_distinguishes_kinds() {
    let upstream: &[(&str, &[(&str, Value)])] = &[("/a", &[("mode", "0644".into())]), ("/b", &[])];
    let here: &[(&str, &[(&str, Value)])] = &[("/a", &[("mode", "0600".into())]), ("/c", &[])];
    let found = found(upstream, here);
    let kinds: Vec<_> = found.iter().map(|one| (one.kind, one.resource.as_str())).collect();
    let expected = [
        (DifferenceKind::Parameter, "File[/a]"),
        (DifferenceKind::OnlyUpstream, "File[/b]"),
        (DifferenceKind::OnlyHere, "File[/c]"),
    ];
    assert_eq!(kinds, expected);
    assert_eq!((found[0].upstream.as_deref(), found[0].here.as_deref()), (Some("'0644'"), Some("'0600'")));
}

#[test]
fn comparison_records_no_secrets() {
    let cases: [(&str, Value, Value); 4] = [
        ("content", sensitive("s3cret"), sensitive("h1dden")),
        ("content", sensitive("s3cret"), "s3cret".into()),
        ("content", "h1dden".into(), Value::Array(vec![sensitive("s3cret")])),
        ("db_password", "s3cret".into(), "h1dden".into()),
    ];
    for (name, upstream, here) in cases {
        let found = found(&[("/a", &[(name, upstream)])], &[("/a", &[(name, here)])]);
        let text = serde_json::to_string(&found).unwrap();
        assert!(text.contains("[redacted]") && !text.contains("s3cret") && !text.contains("h1dden"), "{text}");
    }
    let added = found(&[], &[("/a", &[("content", "s3cret".into())])]);
    assert!(!serde_json::to_string(&added).unwrap().contains("s3cret"));
}

#[test]
fn comparison_shows_the_part_of_a_long_value_that_differs() {
    let (upstream, here) = (format!("{}A{}", "x".repeat(3000), "y".repeat(3000)), format!("{}B", "x".repeat(3000)));
    let found =
        found(&[("/a", &[("content", upstream.as_str().into())])], &[("/a", &[("content", here.as_str().into())])]);
    let shown = found[0].upstream.as_deref().unwrap();
    assert!(shown.contains("xA") && shown.chars().count() < 250, "{shown}");
    assert!(found[0].here.as_deref().unwrap().contains("xB"));
}

fn comparison(node: &str, result: ComparisonResult) -> CatalogComparison {
    CatalogComparison { node: node.to_owned(), environment: "production".to_owned(), time: 0, resources: 1, result }
}

/// Returns the summary of four nodes.
fn summary() -> ComparisonSummary {
    let mode = |here: &str| found(&[("/etc/x", &[("mode", "0644".into())])], &[("/etc/x", &[("mode", here.into())])]);
    let failure = |node: &str| CompileFailure::new(&format!("function <b>'f'</b> on node {node}"), node, true);
    let nodes = vec![
        comparison("a.example.com", ComparisonResult::Same),
        comparison("b.example.com", ComparisonResult::of_differences(mode("0600"))),
        comparison("c.example.com", ComparisonResult::of_differences(mode("0640"))),
        comparison("d.example.com", ComparisonResult::FailedHere(failure("d.example.com"))),
        comparison("e.example.com", ComparisonResult::FailedHere(failure("e.example.com"))),
    ];
    ComparisonSummary::new(nodes, ComparisonCounts { compared: 7, dropped: 2, skipped: 0 })
}

#[test]
fn comparison_summary_counts_nodes() {
    let summary = summary();
    let text = to_text(&summary);
    assert!(
        text.starts_with("The catalogs of 1 of 5 nodes are the same; 2 differ, 2 do not compile here.\n"),
        "{text}"
    );
    assert!(text.contains("7 catalogs were compared; 2 were not, since too many waited."), "{text}");
    assert!(text.contains("    2 nodes  File[/etc/x] mode: '0644' on the other server, '0600' here"), "{text}");
    assert!(text.contains("    2 nodes  Ruby: function <b>'f'</b>\n"), "{text}");
    let json = to_json(&summary);
    assert_eq!(json["differences"][0]["nodes"], serde_json::json!(["b.example.com", "c.example.com"]));
    assert_eq!(json["failed_here"], 2);
}

#[test]
fn comparison_page_escapes_texts() {
    let page = page(&summary());
    assert!(!page.contains("<b>") && page.contains("&lt;b&gt;"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
}

#[test]
fn comparison_summary_without_nodes_says_so() {
    let empty = ComparisonSummary::new(Vec::new(), ComparisonCounts::default());
    assert!(to_text(&empty).starts_with("No catalogs were compared."));
}

#[test]
fn comparisons_survive_as_json() {
    for node in summary().nodes {
        let text = serde_json::to_string(&node).unwrap();
        assert_eq!(serde_json::from_str::<CatalogComparison>(&text).unwrap(), node);
    }
}
