//! Excessive use of time, memory, log lines, calls and handles. A single run contains all cases, and its memory stays
//! within the limit.

use marotte_tests::MISBEHAVING;

use super::assert_complaint;
use crate::scratch;

/// Maximum memory of the program in MiB: 256 for one instance, and the data passed between host and component.
const BOUND: u64 = 640;

#[test]
fn excessive_use_fails_only_its_resource_and_memory_stays_bounded() {
    let scratch = scratch();
    let password = "a password that is long enough to exceed limits when repeated: ".repeat(2);
    let tricks = format!(
        "file {{ '/before': content => 'b' }}
         hostile {{
           'loop': trick => loop;
           'search': trick => search;
           'calls': trick => calls;
           'sleep': trick => sleep;
           'recursion': trick => recursion;
           'hoard': trick => hoard;
           'lines': trick => log_lines;
           'line': trick => log_line;
           'print': trick => print;
           'error': trick => huge_error;
           'questions': trick => questions, path => '/';
           'stage': trick => stage, call => set, path => '/stage';
           'secrets': trick => secret_flood, call => set, path => '/flood', password => Sensitive('{password}');
         }}
         file {{ '/after': content => 'a' }}"
    );
    let flags = ["--provider", MISBEHAVING, "--durable", "off"];
    let (outcome, peak) = scratch.apply_measured(&tricks, &flags, &[("MAROTTE_TEST_DEADLINE_MS", "1000")]);
    let outcome = outcome.expect(6);
    let stderr = &outcome.stderr;
    for (title, words) in [
        ("loop", "ran for more than 1 s and was stopped"),
        ("search", "ran for more than 1 s and was stopped"),
        ("calls", "and was stopped"),
        ("sleep", "tried to sleep for more than 3600 s and was stopped"),
        ("recursion", "exceeded the stack size and was stopped"),
        ("hoard", "requested more than 256 MiB of memory and was stopped"),
        ("lines", "logged more than 16 MiB and was stopped"),
        ("print", "logged more than 16 MiB and was stopped"),
        ("error", "more bytes)"),
        ("questions", "passed too much data in one call and was stopped"),
        ("stage", "opened too many handles and was stopped"),
        ("secrets", "it has more than 64 MiB"),
    ] {
        let line = stderr.lines().find(|line| line.contains(&format!("Hostile[{title}]")));
        let line = line.unwrap_or_else(|| panic!("nothing about {title} in {stderr}"));
        assert!(line.contains(words), "no {words:?} about {title} in:\n{line}");
    }
    // A single line that is too long is truncated without further effects.
    assert!(outcome.stdout.contains("Hostile[line]: xxx") && outcome.stdout.contains("x... (41877504 more bytes)"));
    assert!(stderr.len() < 1 << 20 && outcome.stdout.len() < 1 << 20, "{} and {}", stderr.len(), outcome.stdout.len());
    assert!(peak < BOUND, "the program had {peak} MiB");
    let names: Vec<_> = scratch.tree().into_keys().collect();
    assert_eq!(names, ["after", "before"].map(std::path::PathBuf::from), "a staged or partly written file is left");
}

#[test]
fn recursive_generation_is_limited() {
    let scratch = scratch();
    let code = "hostile { 'x': trick => offspring, call => generate } file { '/after': content => 'a' }";
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING]).expect(6);
    assert_complaint(&outcome.stderr, &["generated resources are nested more than 100 levels deep"]);
    assert!(scratch.root().join("after").exists());
}
