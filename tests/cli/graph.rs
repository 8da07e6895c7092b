//! Graphs of manifests, catalogs and runs, in GraphViz's format and as images.

use std::fs;

use crate::scratch;

#[test]
fn manifest_is_drawn() {
    let scratch = scratch();
    let code = "class a { file { '/x': } -> notify { 'n': } } include a file { '/w': notify => Class['a'] }";
    let dot = scratch.run(&["graph", "-e", code]).expect(0).stdout;
    let expected = "\
digraph resources {
  rankdir = LR
  compound = true
  node [shape = box, style = rounded]
  subgraph \"cluster_0\" {
    label = \"Stage[main]\"
    \"Stage[main]\" [style = dashed]
    subgraph \"cluster_1\" {
      label = \"Class[Settings]\"
      \"Class[Settings]\" [style = dashed]
    }
    subgraph \"cluster_2\" {
      label = \"Class[Main]\"
      \"Class[Main]\" [style = dashed]
      \"File[/w]\"
    }
    subgraph \"cluster_3\" {
      label = \"Class[A]\"
      \"Class[A]\" [style = dashed]
      \"File[/x]\"
      \"Notify[n]\"
    }
  }
";
    assert!(dot.starts_with(expected), "{dot}");
    for line in ["  \"File[/x]\" -> \"Notify[n]\" [style = solid]", "  \"File[/w]\" -> \"Class[A]\" [style = bold]"] {
        assert!(dot.lines().any(|known| known == line), "no {line} in {dot}");
    }
}

#[test]
fn catalog_is_drawn_like_its_manifest() {
    let scratch = scratch();
    let code = "file { '/x': } -> exec { '/bin/true': }";
    let compiled = scratch.run(&["catalog", "compile", "-e", code]).expect(0);
    let catalog = scratch.file("catalog.json", compiled.stdout);
    let of_manifest = scratch.run(&["graph", "-e", code, "--format", "svg"]).expect(0).stdout;
    let of_catalog =
        scratch.run(&["graph", "--catalog", catalog.to_str().unwrap(), "--format", "svg"]).expect(0).stdout;
    assert_eq!(of_catalog, of_manifest);
    assert!(of_manifest.starts_with("<svg xmlns=") && of_manifest.ends_with("</svg>\n"), "{of_manifest}");
    assert!(of_manifest.contains("<title>File[/x] comes before Exec[/bin/true]</title>"), "{of_manifest}");
}

#[test]
fn cycles_are_marked() {
    let scratch = scratch();
    let code = "class a { notify { 'x': } } class b { notify { 'y': } } include a, b
        Class['a'] -> Class['b'] Notify['y'] -> Notify['x'] Notify['x'] -> notify { 'z': }";
    let dot = scratch.run(&["graph", "-e", code]).expect(0).stdout;
    for (line, is_red) in [
        ("\"Class[A]\" -> \"Class[B]\"", true),
        ("\"Notify[y]\" -> \"Notify[x]\"", true),
        ("\"Notify[x]\" -> \"Notify[z]\"", false),
    ] {
        let found = dot.lines().find(|known| known.contains(line)).unwrap_or_else(|| panic!("no {line} in {dot}"));
        assert_eq!(found.contains("color = red"), is_red, "{found}");
    }
    let svg = scratch.run(&["graph", "-e", code, "--format", "svg"]).expect(0).stdout;
    assert_eq!(svg.matches("<path class=\"cycle\"").count(), 3, "two relationships and the legend: {svg}");
}

#[test]
fn missing_dependencies_are_marked() {
    let scratch = scratch();
    let code = "
        exec { 'use': command => '/bin/true', unless => '/bin/true', creates => '/late' }
        file { '/late': content => 'x' }";
    let outcome = scratch.apply(code, &[]).expect(2);
    let _ = outcome.complains("Exec[use] and File[/late] both create /late");
    let (root, state) = (scratch.root(), scratch.path("state"));
    let place = ["--root", root.to_str().unwrap(), "--vardir", state.to_str().unwrap()];
    let dot = scratch.run(&[&["graph", "--run", "1"][..], &place].concat()).expect(0).stdout;
    let line = "  \"Exec[use]\" -> \"File[/late]\" [style = dashed, color = orange, label = \"not declared\"]";
    assert!(dot.lines().any(|known| known == line), "{dot}");
    let svg = scratch.run(&[&["graph", "--run", "1", "--format", "svg"][..], &place].concat()).expect(0).stdout;
    assert!(svg.contains("<title>Exec[use] missing dependency File[/late]</title>"), "{svg}");
    assert!(svg.contains("<g class=\"changed\"><title>File[/late]</title>"), "{svg}");
}

#[test]
fn invalid_inputs_are_reported() {
    let scratch = scratch();
    let _ = scratch.run(&["graph", "-e", "file {"]).expect(1).complains("Error: Could not parse");
    let _ = scratch.run(&["graph", "--catalog", "/none.json"]).expect(1).complains("Could not read '/none.json'");
    let state = scratch.path("state");
    let _ = scratch
        .run(&["graph", "--run", "3", "--vardir", state.to_str().unwrap()])
        .expect(1)
        .complains("Error: There is no report of run 3");
    let output = scratch.path("x.dot");
    let _ = scratch.run(&["graph", "-e", "notify { 'a': }", "-o", output.to_str().unwrap()]).expect(0);
    assert!(fs::read_to_string(output).unwrap().contains("\"Notify[a]\""));
}

#[test]
fn graph_escapes_markup_in_titles() {
    let scratch = scratch();
    let code = "notify { \"<b>\\\"&\\u{1b}\\n\": }";
    let svg = scratch.run(&["graph", "-e", code, "--format", "svg"]).expect(0).stdout;
    assert!(svg.contains("&lt;b&gt;&quot;&amp;\\e"), "{svg}");
    assert!(!svg.contains("<b>") && !svg.contains('\u{1b}'), "{svg}");
    let dot = scratch.run(&["graph", "-e", code]).expect(0).stdout;
    assert!(dot.contains(r#""Notify[<b>\"&\\e\n]""#), "{dot}");
}
