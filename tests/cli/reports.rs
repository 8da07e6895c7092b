//! Reports: what each run leaves behind, and what is told of it afterwards.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use marotte_tests::Scratch;

use crate::scratch;

/// The report of the last run, as text.
fn last(scratch: &Scratch) -> String {
    fs::read_to_string(scratch.path("state/last_run_report.yaml")).unwrap()
}

/// Lines of the report, each of which it must have.
#[track_caller]
fn has(report: &str, lines: &[&str]) {
    for line in lines {
        assert!(report.lines().any(|known| known == *line), "no {line:?} in\n{report}");
    }
}

#[test]
fn every_apply_leaves_a_report() {
    let scratch = scratch();
    let cases: [(&str, &[&str], i32, &[&str]); 7] = [
        ("notify { 'a': }", &[], 2, &["status: changed", "transaction_completed: true", "  Notify[a]:"]),
        ("notify { 'a': }", &["--noop"], 0, &["status: unchanged", "noop: true", "noop_pending: true"]),
        ("", &[], 0, &["status: unchanged", "  Schedule[puppet]:", "logs:", "  message: Applied catalog"]),
        ("fail('x')", &[], 1, &["status: failed", "transaction_completed: false", "configuration_version:"]),
        ("file {", &[], 1, &["status: failed", "transaction_completed: false", "- level: err"]),
        (
            "file { 'x': }",
            &[],
            1,
            &["status: failed", "transaction_completed: false", "cached_catalog_status: not_used"],
        ),
        (
            "notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }",
            &[],
            1,
            &[
                "status: failed",
                "transaction_completed: false",
                "      message: resource is part of a dependency cycle",
            ],
        ),
    ];
    for (code, flags, exit, lines) in cases {
        let _ = scratch.apply(code, flags).expect(exit);
        let report = last(&scratch).replace("Applied catalog in 0.00 seconds", "Applied catalog");
        has(&report, lines);
        has(&report, &["--- !ruby/object:Puppet::Transaction::Report", "report_format: 12", "environment: production"]);
        for name in ["last_run_report.yaml", "last_run_summary.yaml"] {
            let path = scratch.path("state").join(name);
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
        }
    }
    let summary = fs::read_to_string(scratch.path("state/last_run_summary.yaml")).unwrap();
    has(&summary, &["resources:", "  failed: 2", "  run_mode: user"]);
}

#[test]
fn a_report_goes_where_the_settings_say() {
    let scratch = scratch();
    let settings = format!(
        "[main]\nlastrunreport = {0}/r/report.yaml\nlastrunfile = {0}/s/summary.yaml\n",
        scratch.path("elsewhere").display()
    );
    let settings = scratch.file("marotte.conf", settings);
    let _ = scratch.apply("notify { 'a': }", &["--config", settings.to_str().unwrap()]).expect(2);
    for name in ["r/report.yaml", "s/summary.yaml"] {
        assert!(scratch.path("elsewhere").join(name).exists(), "{name}");
    }
    assert!(!scratch.path("state/last_run_report.yaml").exists());
}

#[test]
fn a_secret_is_in_no_report() {
    let scratch = scratch();
    let code = "file { '/a': content => Sensitive('canary-4711') }
        notify { 'n': message => Sensitive('canary-4711') }
        exec { '/bin/true': environment => Sensitive(['A=canary-4711']) }";
    let _ = scratch.apply(code, &["--debug", "--show_diff"]).expect(2);
    let _ = scratch.apply(code, &["--noop", "--debug", "--show_diff"]).expect(0);
    let report = last(&scratch);
    assert!(!report.contains("canary-4711"), "{report}");
    has(&report, &["  Notify[n]:", "      previous_value: \"[redacted]\"", "      redacted: true"]);
}

#[test]
fn whatever_a_title_is_the_report_holds_it() {
    let scratch = scratch();
    let titles =
        ["\\u{1b}[2Jx", "a\\nb: c", "- x", " lead", "<script>", "été: #", "\\u{85}\\u{2028}\\u{feff}", "no", "'"];
    let code: String =
        titles.iter().map(|title| format!("notify {{ \"t{title}\": message => \"{title}\" }}\n")).collect();
    let _ = scratch.apply(&code, &[]).expect(2);
    let report = last(&scratch);
    assert!(!report.chars().any(|letter| letter.is_control() && letter != '\n'), "{report}");
    has(&report, &["  Notify[t<script>]:", "  \"Notify[ta\\nb: c]\":"]);
}

#[test]
fn a_report_that_cannot_be_written_is_told() {
    let scratch = scratch();
    let settings = scratch.file("marotte.conf", "[main]\nlastrunreport = /proc/none/report.yaml\n");
    let outcome = scratch.apply("notify { 'a': }", &["--config", settings.to_str().unwrap()]).expect(2);
    let _ = outcome.complains("Error: Could not save last run local report: Could not write '/proc/none/report.yaml'");
    assert!(scratch.path("state/last_run_summary.yaml").exists(), "the summary is written all the same");
}

#[test]
fn a_run_is_summed_up_as_in_puppet() {
    let scratch = scratch();
    let outcome = scratch.apply("notify { 'a': } notify { 'b': }", &["--summarize"]).expect(2);
    let lines: Vec<String> = outcome
        .stdout
        .lines()
        .skip_while(|line| *line != "Application:")
        .map(|line| regex::Regex::new(r"[0-9.]+$").unwrap().replace(line, "N").into_owned())
        .filter(|line| !line.contains("retrieval") && !line.contains("evaluation") && !line.contains("application:"))
        .collect();
    let expected = [
        "Application:",
        "   Initial environment: production",
        "   Converged environment: production",
        "         Run mode: user",
        "Changes:",
        "            Total: N",
        "Events:",
        "          Success: N",
        "            Total: N",
        "Resources:",
        "          Changed: N",
        "      Out of sync: N",
        "            Total: N",
        "Time:",
    ];
    assert_eq!(lines[..expected.len()], expected, "{}", outcome.stdout);
    assert_eq!(lines[lines.len() - 3..], ["Version:", "           Config: N", "           Puppet: N"]);
}
