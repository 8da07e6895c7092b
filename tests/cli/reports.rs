//! Reports: the files written by each run, and their display.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use marotte_tests::server::{Answer, Server};
use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// Returns the text of the last run's report.
fn last(scratch: &Scratch) -> String {
    fs::read_to_string(scratch.path("state/last_run_report.yaml")).expect("a report")
}

/// Checks that the report contains all the given lines.
#[track_caller]
fn has(report: &str, lines: &[&str]) {
    for line in lines {
        assert!(report.lines().any(|known| known == *line), "no {line:?} in\n{report}");
    }
}

#[test]
fn every_apply_writes_a_report() {
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
        let report = last(&scratch);
        let without_time = |line: &str| match line.split_once("Applied catalog in ") {
            Some((before, _)) => format!("{before}Applied catalog\n"),
            None => format!("{line}\n"),
        };
        let report: String = report.lines().map(without_time).collect();
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
fn report_is_written_to_the_configured_paths() {
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
fn report_contains_no_secrets() {
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
fn titles_with_special_characters_are_in_the_report() {
    let scratch = scratch();
    let titles =
        ["\\u{1b}[2Jx", "a\\nb: c", "- x", " lead", "<script>", "été: #", "\\u{85}\\u{2028}\\u{feff}", "no", "'"];
    let code: String =
        titles.iter().map(|title| format!("notify {{ \"t{title}\": message => \"{title}\" }}\n")).collect();
    let _ = scratch.apply(&code, &[]).expect(2);
    let report = last(&scratch);
    assert!(!report.chars().any(|letter| letter.is_control() && letter != '\n'), "{report}");
    has(&report, &["  Notify[t<script>]:", "  ? |-", "    Notify[ta", "    b: c]", "  : title: |-"]);
}

#[test]
fn unwritable_report_is_an_error() {
    let scratch = scratch();
    let settings = scratch.file("marotte.conf", "[main]\nlastrunreport = /proc/none/report.yaml\n");
    let outcome = scratch.apply("notify { 'a': }", &["--config", settings.to_str().unwrap()]).expect(2);
    let _ = outcome.complains("Error: Could not save last run local report: Could not write '/proc/none/report.yaml'");
    assert!(scratch.path("state/last_run_summary.yaml").exists(), "the summary is written all the same");
}

#[test]
fn summary_has_puppets_format() {
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

/// Runs a subcommand on the state of earlier runs.
fn run(scratch: &Scratch, words: &[&str]) -> Outcome {
    let (root, state) = (scratch.root(), scratch.path("state"));
    let mut arguments: Vec<&str> = words.to_vec();
    arguments.extend(["--root", root.to_str().expect("UTF-8"), "--vardir", state.to_str().expect("UTF-8")]);
    scratch.run(&arguments)
}

/// Replaces times, paths and host names, which differ between runs.
fn plain(text: &str) -> String {
    let patterns = [
        (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", "TIME"),
        (r"\d+\.\d\d s", "N s"),
        (r"of [^ ,]+, TIME", "of HOST, TIME"),
        (r"version \d+", "version V"),
        (r"/\S*/site\.pp", "site.pp"),
        (r" +N s", " N s"),
        (r"\nSlowest\n(.*\n)*", ""),
        (r"\n\x1b\[1mSlowest\x1b\[0m\n(.*\n)*", ""),
    ];
    patterns.iter().fold(text.to_owned(), |text, (pattern, word)| {
        regex::Regex::new(pattern).expect("a pattern").replace_all(&text, *word).into_owned()
    })
}

/// Performs three runs: one with a failure, a noop run with a pending change, and one without changes.
fn three_runs() -> Scratch {
    let scratch = scratch();
    let code = "file { '/a': content => 'a' } exec { '/bin/false': } -> notify { 'after': } warning('odd')";
    let _ = scratch.apply(code, &[]).expect(6);
    let _ = scratch.apply("file { '/b': content => 'b' }", &["--noop"]).expect(0);
    let _ = scratch.apply("", &[]).expect(0);
    scratch
}

#[test]
fn runs_are_listed() {
    let scratch = three_runs();
    let list = run(&scratch, &["report", "list"]).expect(0);
    let expected = "  RUN  TIME                     STATUS       CHANGES  FAILURES   DURATION
    1  TIME  failed             1         1 N s
    2  TIME  unchanged          0         0 N s  noop, 1 pending
    3  TIME  unchanged          0         0 N s
";
    assert_eq!(plain(&list.stdout), expected);
    let colored = run(&scratch, &["report", "list", "--color", "true"]).expect(0);
    let expected = "\
\u{1b}[1m  RUN  TIME                     STATUS       CHANGES  FAILURES   DURATION\u{1b}[0m
    1  TIME  \u{1b}[1;31mfailed     \u{1b}[0m        1  \u{1b}[1;31m       1\u{1b}[0m N s
    2  TIME  unchanged          0         0 N s\u{1b}[34m  noop, 1 pending\u{1b}[0m
    3  TIME  unchanged          0         0 N s
";
    assert_eq!(plain(&colored.stdout), expected);
    let json = run(&scratch, &["report", "list", "--render-as", "json"]).expect(0);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&json[0]["run"], &json[0]["status"], &json[1]["pending"]), (&1.into(), &"failed".into(), &1.into()));
    let yaml = run(&scratch, &["report", "list", "--render-as", "yaml"]).expect(0);
    has(&yaml.stdout, &["- run: 1", "  status: failed"]);
}

#[test]
fn reports_name_the_failed_dependency_of_a_skipped_resource() {
    let scratch = scratch();
    let code = "exec { '/bin/false': } -> notify { 'a': } -> notify { 'b': }";
    let _ = scratch.apply(code, &[]).expect(4);
    let shown = run(&scratch, &["report"]).expect(0);
    let _ = shown.says("site.pp:1\n    because Exec[/bin/false] failed\n");
    let page = scratch.path("page.html").display().to_string();
    let _ = run(&scratch, &["report", "--html", &page]).expect(0);
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("because <code>Exec[/bin/false]</code> failed").count(), 1, "{page}");
}

#[test]
fn html_report_shortens_digests_and_folds_long_lists() {
    let scratch = scratch();
    fs::create_dir_all(scratch.root()).unwrap();
    fs::write(scratch.root().join("a"), "old").unwrap();
    let code = "file { '/a': content => 'new' } Integer[1, 210].each |$i| { notify { \"n${i}\": } }";
    let _ = scratch.apply(code, &["--no-show_diff"]).expect(2);
    let page = scratch.path("page.html").display().to_string();
    let _ = run(&scratch, &["report", "--html", &page]).expect(0);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<ins>{sha256}11507a0e2f5e…</ins>") && !page.contains("11507a0e2f5e69"), "{page}");
    assert!(page.contains("<summary>11 more</summary>"), "{page}");
}

/// Several threads format parts of a large report.
#[test]
fn large_report_has_each_resource_once_in_order() {
    let scratch = scratch();
    let code = "Integer[1, 5000].each |$i| { notify { \"n${i}\": } }";
    let _ = scratch.apply(code, &["--log_level", "err"]).expect(2);
    let report = last(&scratch);
    let found: Vec<&str> = report.lines().filter(|line| line.starts_with("  Notify[")).collect();
    let expected: Vec<String> = (1..=5000).map(|number| format!("  Notify[n{number}]:")).collect();
    assert_eq!(found, expected);
}

#[test]
fn code_of_the_command_line_is_named_in_reports() {
    let scratch = scratch();
    let state = scratch.path("state").display().to_string();
    let _ = scratch.run(&["apply", "--vardir", &state, "-e", "\nnotify { 'a': }"]).expect(0);
    let _ = scratch.run(&["report", "--vardir", &state]).expect(0).says("  Notify[a]  -e:2\n");
}

#[test]
fn run_is_shown() {
    let scratch = three_runs();
    let expected = "\
Run 1 of HOST, TIME, N s
  Status       failed
  Environment  production, version V
  Resources    10: 1 failed, 1 skipped, 1 changed, 7 unchanged
  Undo         marotte undo 1 --vardir STATE --root ROOT

Warnings and errors
  '/bin/false' returned 1 instead of one of [0]

Failed
  Exec[/bin/false]  site.pp:1
    returns: change from 'notrun' to ['0'] failed: '/bin/false' returned 1 instead of one of [0]

Skipped
  Notify[after]  site.pp:1
    because Exec[/bin/false] failed

Changed
  File[/a]  site.pp:1
    ensure: defined content as '{sha256}ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
";
    let (state, root) = (scratch.path("state").display().to_string(), scratch.root().display().to_string());
    let plain = |text: &str| plain(text).replace(&state, "STATE").replace(&root, "ROOT");
    assert_eq!(plain(&run(&scratch, &["report", "1"]).expect(0).stdout), expected);
    let colored = plain(&run(&scratch, &["report", "1", "--color", "true"]).expect(0).stdout);
    assert!(colored.starts_with("\u{1b}[1mRun 1 of HOST, TIME, N s\u{1b}[0m\n"), "{colored:?}");
    for part in ["\u{1b}[1;31mfailed\u{1b}[0m", "\u{1b}[1;31mExec[/bin/false]\u{1b}[0m", "\u{1b}[32mFile[/a]\u{1b}[0m"]
    {
        assert!(colored.contains(part), "no {part:?} in {colored:?}");
    }
    let bare = regex::Regex::new("\u{1b}\\[[0-9;]*m").unwrap().replace_all(&colored, "").into_owned();
    assert_eq!(bare, expected, "colours change nothing else");
    let last = plain(&run(&scratch, &["report"]).expect(0).stdout);
    assert_eq!(
        last,
        "Run 3 of HOST, TIME, N s\n  Status       unchanged\n  Environment  production, version V\n  Resources    7: 7 unchanged\n"
    );
    let json = run(&scratch, &["report", "1", "--render-as", "json"]).expect(0);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["resource_statuses"]["Exec[/bin/false]"]["events"][0]["status"], "failure");
    assert_eq!(json["report_format"], 12);
    let yaml = run(&scratch, &["report", "1", "--render-as", "yaml"]).expect(0);
    assert!(yaml.stdout.starts_with("--- !ruby/object:Puppet::Transaction::Report\n"), "{}", yaml.stdout);
    let _ = run(&scratch, &["report", "9"]).expect(1).complains("Error: There is no report of run 9");
}

#[test]
fn run_number_is_shared_by_report_and_undo() {
    let scratch = scratch();
    let runs = |scratch: &Scratch| {
        let list = run(scratch, &["report", "list", "--render-as", "json"]).expect(0);
        let list: serde_json::Value = serde_json::from_str(&list.stdout).unwrap();
        list.as_array().unwrap().iter().map(|run| run["run"].as_u64().unwrap()).collect::<Vec<u64>>()
    };
    let _ = scratch.apply("notify { 'a': }", &["--noop"]).expect(0);
    let _ = scratch.apply("file { '/a': content => 'a' }", &[]).expect(2);
    let _ = run(&scratch, &["undo", "--list"]).expect(0).says("    2  ");
    let undone = run(&scratch, &["undo", "2"]).expect(0);
    let _ = undone.says("Undid run 2 in run 3");
    let _ = scratch.apply("file { '/b': content => 'b' }", &[]).expect(2);
    assert_eq!(runs(&scratch), [1, 2, 4], "an undo is a run, too");
    let _ = run(&scratch, &["report", "2"]).expect(0).says("Undo         was undone");
    fs::remove_dir_all(scratch.path("state/undo")).unwrap();
    let _ = scratch.apply("file { '/c': content => 'c' }", &[]).expect(2);
    assert_eq!(runs(&scratch), [1, 2, 4, 5], "no number is used twice");
    let _ = run(&scratch, &["undo", "--list"]).expect(0).says("    5  ");
}

#[test]
fn report_keep_limits_the_number_of_reports() {
    let scratch = scratch();
    for _ in 0..4 {
        let _ = scratch.apply("notify { 'a': }", &["--report_keep", "2"]).expect(2);
    }
    let list = run(&scratch, &["report", "list"]).expect(0);
    let runs: Vec<&str> = list.stdout.lines().skip(1).map(|line| line[..5].trim()).collect();
    assert_eq!(runs, ["3", "4"]);
    let _ = scratch
        .apply("", &["--report_keep", "many"])
        .expect(1)
        .complains("Invalid value 'many' for parameter report_keep");
}

#[test]
fn report_processors_run_as_configured() {
    let scratch = scratch();
    let server = Server::start(|path| if path == "/full" { Answer::Status(507) } else { Answer::Body(vec![]) });
    let place = server.url("/reports/upload").replace("http://", "http://me:pass%20word@");
    let outcome = scratch.apply("notify { 'a': }", &["--reports", "log,http", "--reporturl", &place]).expect(2);
    let host = last(&scratch).lines().find_map(|line| line.strip_prefix("host: ").map(str::to_owned)).unwrap();
    let _ = outcome
        .says(&format!("Notice: //{host}//Stage[main]/Main/Notify[a]/message: defined 'message' as 'a'"))
        .says(&format!("Notice: //{host}/Puppet: Applied catalog in"));
    let requests = server.requests().concat();
    for part in [
        "POST /reports/upload HTTP/1.1",
        "content-type: application/x-yaml",
        "content-length: ",
        "authorization: Basic bWU6cGFzcyB3b3Jk",
        "--- !ruby/object:Puppet::Transaction::Report\nhost: ",
    ] {
        assert!(requests.contains(part), "no {part:?} in {requests}");
    }
    assert!(!scratch.path("state/reports").exists(), "it is not stored");
    let full = server.url("/full");
    let _ = scratch
        .apply("notify { 'a': }", &["--reports", "http,store", "--reporturl", &full])
        .expect(2)
        .complains(&format!("Error: Unable to submit report to {full} [507] Insufficient Storage"));
    let _ = run(&scratch, &["report"]).expect(0);
    let _ = scratch
        .apply("notify { 'a': }", &["--reports", "http", "--reporturl", "http://u:canary@127.0.0.1:1/x?canary"])
        .expect(2)
        .complains("Error: Report http failed: http://127.0.0.1:1/x?…")
        .is_silent_about("canary");
}

#[test]
fn reports_can_be_disabled() {
    let scratch = scratch();
    let _ = scratch.apply("notify { 'a': }", &["--reports", "none"]).expect(2);
    assert!(!scratch.path("state/reports").exists());
    assert!(scratch.path("state/last_run_report.yaml").exists());
    fs::remove_file(scratch.path("state/last_run_report.yaml")).unwrap();
    let _ = scratch.apply("notify { 'a': }", &["--no-report"]).expect(2);
    assert!(!scratch.path("state/reports").exists());
    assert!(!scratch.path("state/last_run_report.yaml").exists());
    assert!(scratch.path("state/last_run_summary.yaml").exists());
    let _ = scratch
        .apply("", &["--reports", "store,foreman"])
        .expect(1)
        .complains("Invalid value 'foreman' for parameter reports. Allowed values are 'store', 'log', 'http', 'prometheus', 'puppetdb', 'none'");
    let _ = run(&scratch, &["report"]).expect(1).complains("Error: There is no report in '");
}

#[test]
fn damaged_report_is_an_error() {
    let scratch = three_runs();
    let directory = scratch.path("state/reports");
    let node = fs::read_dir(&directory).unwrap().next().unwrap().unwrap().path();
    let file = |run: &str| {
        let mut files = fs::read_dir(&node).unwrap().map(|entry| entry.unwrap().path());
        files.find(|path| path.to_str().unwrap().ends_with(&format!("-{run}.yaml"))).unwrap()
    };
    fs::write(file("2"), "").unwrap();
    fs::write(file("3"), "--- !ruby/object:Puppet::Transaction::Report\nhost: [\n").unwrap();
    let _ = run(&scratch, &["report", "list"]).expect(0).says("is damaged: its header is missing").says("    1  ");
    let _ = run(&scratch, &["report", "3"]).expect(1).complains("is damaged: ");
    let _ = run(&scratch, &["report", "1"]).expect(0);
    let _ = scratch.apply("", &[]).expect(0);
    let _ = run(&scratch, &["report"]).expect(0).says("Run 4 of");
}

#[test]
fn html_report_makes_no_requests_and_runs_no_script() {
    let scratch = scratch();
    let code = "
        file { '/a': content => \"<b>one</b>\\n\" }
        notify { \"<script>alert(1)</script> \\u{1b}[2J\": message => '</title><img src=x>', require => File['/a'] }";
    fs::write(scratch.root().join("a"), "two & three\n").unwrap();
    let _ = scratch.apply(code, &["--test"]).expect(2);
    let page = run(&scratch, &["report", "--html"]).expect(0).stdout;
    for part in [
        "<!doctype html>",
        "&lt;script&gt;alert(1)&lt;/script&gt; \\e[2J",
        "<del>-two &amp; three\n</del>",
        "<ins>+&lt;b&gt;one&lt;/b&gt;\n</ins>",
        "default-src &#39;none&#39;",
        "marotte undo 1",
        "<svg",
    ] {
        let part = part.replace("default-src &#39;none&#39;", "default-src 'none'");
        assert!(page.contains(&part), "no {part:?} in {page}");
    }
    for part in ["<script", "<img", "http://", "https://", "url(h", "@import", "\u{1b}", " onclick", "<link"] {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(part), "{part:?} in {page}");
    }
    let file = scratch.path("page.html");
    let _ = run(&scratch, &["report", "1", "--html", file.to_str().unwrap()]).expect(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), page);
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}
