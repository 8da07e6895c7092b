//! `epp render` and `epp validate`, and deferred calls when a manifest is applied.

use crate::scratch;

#[test]
fn template_is_rendered_with_values() {
    let scratch = scratch();
    let template = scratch.file("t.epp", "<%- | Integer $a, $b = 'B' | -%>\na=<%= $a %> b=<%= $b %>\n");
    let template = template.to_str().unwrap();
    let outcome = scratch.run(&["epp", "render", template, "--values", "{ a => 1 + 1 }"]).expect(0);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("a=2 b=B\n", ""));
    let values = scratch.file("v.yaml", "a: 1\nb: file\n");
    let values = values.to_str().unwrap();
    let outcome =
        scratch.run(&["epp", "render", template, "--values_file", values, "--values", "{ a => 7 }"]).expect(0);
    assert_eq!(outcome.stdout, "a=7 b=file\n");
    let values = scratch.file("v.pp", "$x = { a => 3 }\n$x\n");
    let outcome = scratch.run(&["epp", "render", template, "--values_file", values.to_str().unwrap()]).expect(0);
    assert_eq!(outcome.stdout, "a=3 b=B\n");
}

#[test]
fn multiple_templates_have_headers() {
    let scratch = scratch();
    let (one, two) = (scratch.file("one.epp", "1"), scratch.file("two.epp", "2"));
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    let outcome = scratch.run(&["epp", "render", one, two]).expect(0);
    assert_eq!(outcome.stdout, format!("--- {one}\n1\n--- {two}\n2"));
    assert_eq!(scratch.run(&["epp", "render", "--no-header", one, two]).expect(0).stdout, "12");
}

#[test]
fn inline_template_is_rendered_with_node_and_facts() {
    let scratch = scratch();
    let facts = scratch.file("facts.yaml", "kernel: Plan9\n");
    let text = "<%= $facts['kernel'] %> <%= $trusted['certname'] %>";
    let facts = facts.to_str().unwrap();
    let outcome = scratch.run(&["epp", "render", "-e", text, "--facts", facts, "--node", "n.example.com"]).expect(0);
    assert_eq!(outcome.stdout, "Plan9 n.example.com");
}

#[test]
fn template_errors_are_reported_and_nothing_is_printed() {
    let scratch = scratch();
    let (good, bad) = (scratch.file("good.epp", "fine"), scratch.file("bad.epp", "a\n<%= $x + %>\n"));
    let (good, bad) = (good.to_str().unwrap(), bad.to_str().unwrap());
    let outcome = scratch.run(&["epp", "render", good, bad]).expect(1);
    assert_eq!(outcome.stdout, "");
    let _ = outcome
        .complains(&format!("Error: epp(): Invalid EPP: Syntax error at '%>' (file: {bad}, line: 2, column: 10)"))
        .complains("Error: error while rendering epp");
    let _ = scratch
        .run(&["epp", "render", "-e", "<%- | $p | -%>"])
        .expect(1)
        .complains("expects a value for parameter 'p'");
    let _ = scratch.run(&["epp", "render", "-e", "x", "--values", "[1]"]).expect(1).complains("got: 'Array'");
    let _ = scratch.run(&["epp", "render", "nosuch.epp"]).expect(1).complains("Could not find template 'nosuch.epp'");
}

#[test]
fn validation_stops_at_the_first_invalid_template_by_default() {
    let scratch = scratch();
    let (one, two) = (scratch.file("one.epp", "<%= %>"), scratch.file("two.epp", "<% if %>"));
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    let outcome = scratch.run(&["epp", "validate", one, two]).expect(1);
    let _ =
        outcome.complains("one.epp, line: 1").complains("Errors while validating epp").is_silent_about("two.epp, line");
    let outcome = scratch.run(&["epp", "validate", "--continue_on_error", one, two]).expect(1);
    let _ = outcome.complains("one.epp, line: 1").complains("two.epp, line: 1");
    let fine = scratch.file("fine.epp", "<%= 1 %>");
    let outcome = scratch.run(&["epp", "validate", fine.to_str().unwrap()]).expect(0);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
    let _ = scratch.run(&["epp", "validate", "nosuch.epp"]).expect(1).complains("did not exist:\n    |    nosuch.epp");
}

#[test]
fn deferred_calls_are_resolved_when_a_manifest_is_applied() {
    let scratch = scratch();
    let facts = scratch.file("facts.yaml", "os: { name: Plan9 }\n");
    let code = "notify { 'a': message => Deferred('join', [[Deferred('upcase', ['x']), Deferred('$facts', ['os', 'name'])], '-']) }";
    let outcome = scratch.run(&["apply", "--facts", facts.to_str().unwrap(), "-e", code]).expect(0);
    let _ = outcome.says("X-Plan9");
    for (call, message) in [
        ("Deferred('nosuch', [1])", "Error: Unknown function 'nosuch'\n"),
        ("Deferred('upcase', [1, 2])", "Error: 'upcase' expects 1 argument, got 2\n"),
        ("Deferred('fail', ['boom'])", "Error: boom\n"),
        ("Deferred('$facts', ['nosuch'])", "Error: Got nil value for message\n"),
    ] {
        let code = format!("notify {{ 'before': }} notify {{ 'a': message => {call} }}");
        let _ = scratch.run(&["apply", "-e", &code]).expect(1).complains(message).is_silent_about("defined 'message'");
    }
}
