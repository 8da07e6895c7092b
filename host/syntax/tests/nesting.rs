//! Deep nesting: a thousand levels of every construct parse, more than two thousand are rejected with a
//! diagnostic, and no depth overflows the stack of a test thread, whether in parsing, validating, printing or
//! dropping the tree.

use syntax::pn::{PnFormat, dump};
use syntax::{Mode, SourceFile, SourceId, parse};

/// A self-nesting construct: its name, the parts before and after the inner one, and the innermost.
type Construct = (&'static str, &'static str, &'static str, &'static str);

const CONSTRUCTS: &[Construct] = &[
    ("parentheses", "(", ")", "1"),
    ("arrays", "[", "]", "1"),
    ("hashes", "{ a => ", " }", "1"),
    ("hash keys", "{ ", " => 1 }", "a"),
    ("not", "!", "", "true"),
    ("minus", "-", "", "1"),
    ("splat", "*", "", "[]"),
    ("access", "$x[", "]", "1"),
    ("calls", "f(", ")", "1"),
    ("pairs in calls", "f(a => ", ")", "1"),
    ("types", "Array[", "]", "Integer"),
    ("method arguments", "$x.f(", ")", "1"),
    ("lambdas", "f() |$x| { ", " }", "1"),
    ("lambdas of methods", "$x.each |$y| { ", " }", "1"),
    ("default values", "f() |$x = ", "| { }", "1"),
    ("strings", "\"${", "}\"", "x"),
    ("if", "if true { ", " }", "f()"),
    ("conditions", "if ", " { }", "true"),
    ("else", "if true { } else { ", " }", "f()"),
    ("unless", "unless true { ", " }", "f()"),
    ("case", "case 1 { 1: { ", " } }", "f()"),
    ("case values", "case 1 { ", ": { } }", "1"),
    ("selectors", "1 ? { 1 => ", " }", "1"),
    ("bare selectors", "1 ? 1 => ", "", "1"),
    ("selector patterns", "1 ? { ", " => 1 }", "1"),
    ("titles", "f { (", "): }", "'a'"),
    ("attributes", "f { 'a': b => [", "] }", "1"),
    ("virtual resources", "@ ", "", "f { 'a': }"),
    ("queries", "A <| ", " |>", "a == 1"),
    ("collected attributes", "A <| |> { b => ", " }", "1"),
    ("classes", "class a { ", " }", "f()"),
    ("defines", "define a { ", " }", "f()"),
    ("nodes", "node a { ", " }", "f()"),
    ("functions", "function a() { ", " }", "1"),
    ("assignments", "$a = ", "", "1"),
    ("operators", "1 + (", ")", "1"),
];

fn nest((_, before, after, inner): Construct, levels: usize) -> String {
    format!("{}{inner}{}", before.repeat(levels), after.repeat(levels))
}

/// Parses, prints and drops a text; returns the issues that stopped the parser.
fn issues(text: String, mode: Mode) -> Vec<&'static str> {
    let source = SourceFile::new(SourceId(0), "nested.pp", text);
    let (program, diagnostics) = parse(&source, mode);
    assert!(!dump(&program, &source, PnFormat::Compact).is_empty());
    let syntactic = ["SYNTAX_ERROR", "NESTING_TOO_DEEP", "UNCLOSED_QUOTE"];
    diagnostics.iter().map(|diagnostic| diagnostic.issue).filter(|issue| syntactic.contains(issue)).collect()
}

#[test]
fn one_thousand_levels_are_accepted() {
    for &construct in CONSTRUCTS {
        assert_eq!(issues(nest(construct, 1_000), Mode::Manifest), [""; 0], "{}", construct.0);
    }
}

#[test]
fn more_than_two_thousand_levels_are_rejected() {
    for &construct in CONSTRUCTS {
        for levels in [2_001, 5_000] {
            let found = issues(nest(construct, levels), Mode::Manifest);
            assert_eq!(found, ["NESTING_TOO_DEEP"], "{} {levels}", construct.0);
        }
    }
}

#[test]
fn unclosed_constructs_at_the_end_are_rejected() {
    for &(name, before, _, _) in CONSTRUCTS {
        let found = issues(before.repeat(4_000), Mode::Manifest);
        assert!(!found.is_empty() && found.len() <= 2, "{name}: {found:?}");
    }
}

#[test]
fn closing_brackets_alone_are_errors() {
    for close in ["}", ")", "]", "|>", "\"}"] {
        assert!(!issues(close.repeat(500), Mode::Manifest).is_empty(), "{close}");
    }
}

#[test]
fn operators_in_a_row_are_limited() {
    for operator in [" + ", " == ", " and ", " =~ "] {
        let row = |count| format!("$x = 1{}", format!("{operator}1").repeat(count));
        assert_eq!(issues(row(1_500), Mode::Manifest), [""; 0], "{operator}");
        assert_eq!(issues(row(10_000), Mode::Manifest), ["NESTING_TOO_DEEP"], "{operator}");
    }
    for suffix in [".f", "[1]", "(1)", ".f(1)", " <| |>"] {
        let row = |count| format!("$x = $y{}", suffix.repeat(count));
        assert_eq!(issues(row(1_500), Mode::Manifest), [""; 0], "{suffix}");
        assert_eq!(issues(row(10_000), Mode::Manifest), ["NESTING_TOO_DEEP"], "{suffix}");
    }
}

#[test]
fn flat_text_is_not_limited() {
    for (name, text) in [
        ("chains", format!("A['a']{}", " -> A['a']".repeat(8_000))),
        ("elsif", format!("if true {{ }}{}", " elsif true { }".repeat(8_000))),
        ("statements", "notice(1)\n".repeat(8_000)),
        ("elements", format!("$x = [{}]", "1, ".repeat(8_000))),
        ("pairs", format!("f({})", "a => 1, ".repeat(8_000))),
        ("bodies", format!("f {{ {} }}", "'a': b => 1; ".repeat(8_000))),
        ("options", format!("case 1 {{ {} }}", "1: { } ".repeat(8_000))),
        ("pieces", format!("$x = \"{}\"", "a ${b} ".repeat(8_000))),
        ("sums of products", format!("$x = 1{}", " + 1 * 1".repeat(2_000))),
    ] {
        assert_eq!(issues(text, Mode::Manifest), [""; 0], "{name}");
    }
}

#[test]
fn templates_nest_like_manifests() {
    let nested = |levels: usize| format!("{}x{}", "<% if true { %>".repeat(levels), "<% } %>".repeat(levels));
    assert_eq!(issues(nested(1_000), Mode::Epp), [""; 0]);
    assert_eq!(issues(nested(2_001), Mode::Epp), ["NESTING_TOO_DEEP"]);
}

#[test]
fn heredocs_nest_like_strings() {
    let nested = |levels: usize| {
        let open: String = (0..levels).map(|level| format!("${{f(@(\"E{level}\"))\n")).collect();
        let close: String = (0..levels).rev().map(|level| format!("E{level}\n}}\n")).collect();
        format!("$x = @(\"E\")\n{open}x\n{close}E\n")
    };
    assert_eq!(issues(nested(200), Mode::Manifest), [""; 0]);
}
