//! Manifests and data designed to exhaust time or memory: each compilation ends within limits.

use std::time::{Duration, Instant};

use crate::scratch;

/// Maximum memory of the program in MiB.
const BOUND: u64 = 640;

/// Compiles code and checks the limits on time and memory.
#[track_caller]
fn compile(code: &str) -> marotte_tests::Outcome {
    let scratch = scratch();
    let started = Instant::now();
    let (outcome, peak) = scratch.apply_measured(code, &["--noop"], &[]);
    assert!(started.elapsed() < Duration::from_secs(30), "{code} took {:?}", started.elapsed());
    assert!(peak < BOUND, "{code} took {peak} MiB");
    outcome
}

/// Row 102.
#[test]
fn backtracking_patterns_are_limited() {
    for pattern in [r"(a+)+$", r"(a|aa)+$", r"^(.*)*\1$", r"(?=(a+)+$)a"] {
        let text = "a".repeat(40) + "b";
        let outcome = compile(&format!("notice('{text}' =~ /{pattern}/)"));
        assert!(matches!(outcome.code, Some(0 | 1)), "{pattern}: {outcome:?}");
    }
}

/// Row 107.
#[test]
fn yaml_with_exponential_aliases_is_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let references = vec![format!("*a{}", level - 1); 10].join(", ");
        text += &format!("a{level}: &a{level} [{references}]\n");
    }
    let scratch = scratch();
    let facts = scratch.file("facts.d/bomb.yaml", &text);
    let directory = facts.parent().unwrap().display().to_string();
    let started = Instant::now();
    let (_, peak) = scratch.run_measured(&["facts", "a29", "--external-dir", &directory], &[]);
    assert!(peak < BOUND && started.elapsed() < Duration::from_secs(30), "{peak} MiB, {:?}", started.elapsed());
    for (name, open, close) in [("deep.json", "[", "]"), ("deep.yaml", "[", "]")] {
        let deep = scratch
            .file(&format!("deep/{name}"), format!("{{\"x\": {}{}}}", open.repeat(200_000), close.repeat(200_000)));
        let directory = deep.parent().unwrap().display().to_string();
        let outcome = scratch.run(&["facts", "x", "--external-dir", &directory]);
        assert!(outcome.code.is_some(), "{name} ended the program by a signal");
        std::fs::remove_file(deep).unwrap();
    }
}
