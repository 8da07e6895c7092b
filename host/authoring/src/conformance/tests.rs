//! Tests of the conditions of the checks.

use super::*;

fn test(sandboxing: Sandboxing, is_here: bool) -> ConformanceTest {
    ConformanceTest {
        file: PathBuf::new(),
        type_name: None,
        with: None,
        is_here,
        sandboxing,
        time_limit: Duration::MAX,
        interrupt: Arc::default(),
    }
}

#[test]
fn unavailable_sandbox_is_a_warning_or_an_error() {
    // The program of this test does not serve the namespaces, so they cannot be used.
    let (is_isolated, warning) = isolates(&test(Sandboxing::Auto, false)).unwrap();
    let warning = warning.unwrap();
    assert!(!is_isolated && warning.starts_with("Commands cannot be run in a sandbox on this system: "), "{warning}");
    assert!(warning.ends_with("; checks that need commands are skipped"), "{warning}");
    let error = isolates(&test(Sandboxing::Always, false)).unwrap_err();
    assert!(error.to_string().starts_with("Commands cannot be run in a sandbox on this system: "), "{error}");
    assert_eq!(isolates(&test(Sandboxing::Never, false)).unwrap(), (false, None));
    assert_eq!(isolates(&test(Sandboxing::Auto, true)).unwrap(), (false, None));
}
