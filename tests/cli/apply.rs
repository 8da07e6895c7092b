//! `apply`: the example site, dry runs, log lines, exit codes.

use std::fs::{self, File};
use std::path::Path;

use crate::scratch;

const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/site.pp");

#[test]
fn example_site_is_in_sync_after_one_run() {
    let scratch = scratch();
    let first = scratch.apply_file(Path::new(SITE), &[]).expect(2);
    assert!(first.stdout.contains("Exec[rebuild the index]: Triggered 'refresh' from 4 events"), "{}", first.stdout);
    let index = fs::read_to_string(scratch.root().join("srv/shop/index.txt")).unwrap();
    assert_eq!(index, "about-us.html\ncontact.html\ndeliveries.html\nindex.html\n");
    assert_eq!(fs::read_link(scratch.root().join("srv/shop/home")).unwrap(), Path::new("pages/index.html"));
    let tree = scratch.tree();
    assert_eq!(tree[Path::new("srv/shop/pages/about-us.html")], "file 0644 <h1>About Us</h1>\n<p>Who we are.</p>\n");
    let second = scratch.apply_file(Path::new(SITE), &[]).expect(0);
    let changes: Vec<&str> = second.stdout.lines().filter(|line| line.contains("/Stage[main]")).collect();
    assert!(changes.is_empty(), "the second run changes something: {changes:#?}");
    assert_eq!(scratch.tree(), tree);
}

#[test]
fn first_run_compiles_no_built_in_component() {
    let scratch = scratch();
    let cache = scratch.path("cache");
    let first = [("MAROTTE_CACHE", cache.to_str().unwrap())];
    let _ = scratch.apply_file_with(Path::new(SITE), &[], &first).expect(2);
    let kept =
        || fs::read_dir(&cache).map_or(0, |files| files.flatten().filter(|file| file.file_name() != "key").count());
    assert_eq!(kept(), 0, "native code of built-in components was written");
    let well = "well_behaved { 'x': path => '/fine' }";
    let well = scratch.file("well.pp", well);
    let _ = scratch.apply_file_with(&well, &["--provider", marotte_tests::MISBEHAVING], &first).expect(2);
    assert_eq!(kept(), 1, "native code of another component was not written");
}

#[test]
fn dry_run_reports_changes_and_changes_nothing() {
    let scratch = scratch();
    let outcome = scratch.apply_file(Path::new(SITE), &["--noop"]).expect(0);
    let _ = outcome
        .says("File[/etc/motd]/ensure: current_value 'absent', should be 'file' (noop)")
        .says("Would have triggered 'refresh' from");
    assert!(scratch.tree().is_empty(), "{:#?}", scratch.tree());
}

#[test]
fn noop_false_enforces_a_resource_in_a_dry_run() {
    let scratch = scratch();
    let code = "file { '/a': content => 'a' } file { '/b': content => 'b', noop => false }";
    let _ = scratch.apply(code, &["--noop"]).expect(2).says("File[/a]/ensure: current_value 'absent'");
    assert!(!scratch.root().join("a").exists());
    assert!(scratch.root().join("b").exists());
}

#[test]
fn contents_modes_and_links_are_corrected() {
    let scratch = scratch();
    let code = "file { '/a': content => \"one\\n\", mode => '0600' } file { '/l': ensure => link, target => '/a' }";
    let _ = scratch.apply(code, &[]).expect(2);
    fs::write(scratch.root().join("a"), "two\n").unwrap();
    fs::remove_file(scratch.root().join("l")).unwrap();
    std::os::unix::fs::symlink("/b", scratch.root().join("l")).unwrap();
    let outcome = scratch.apply(code, &["--show_diff"]).expect(2);
    let _ = outcome
        .says("    | -two\n    | +one\n")
        .says("/content: content changed '{sha256}")
        .says("target changed '/b' to '/a'");
    let _ = scratch.apply(code, &[]).expect(0);
}

#[test]
fn failure_skips_only_dependent_resources() {
    let scratch = scratch();
    let code = "
        exec { '/bin/false': } -> notify { 'after': }
        notify { 'independent': }";
    let outcome = scratch.apply(code, &[]).expect(6);
    let _ = outcome
        .complains("'/bin/false' returned 1 instead of one of [0]")
        .complains("Notify[after]: Skipping because of failed dependencies")
        .says("Dependency Exec[/bin/false] has failures: true")
        .says("Notice: independent");
}

#[test]
fn cycles_are_detected_before_anything_is_applied() {
    let scratch = scratch();
    let code =
        "notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] } file { '/x': content => '' }";
    let outcome = scratch.apply(code, &["--graph"]).expect(1);
    let _ = outcome
        .complains("Found 1 dependency cycle:\n    | (Notify[a] => Notify[b] => Notify[a])")
        .complains("Failed to apply catalog: One or more resource dependency cycles detected in graph");
    assert!(!scratch.root().join("x").exists());
    let dot = fs::read_to_string(scratch.path("state/graphs/cycles.dot")).unwrap();
    assert!(dot.contains("\"Notify[a]\" -> \"Notify[b]\""), "{dot}");
}

#[test]
fn secrets_are_written_and_never_shown() {
    let scratch = scratch();
    let code = "
        file { '/secret': content => Sensitive('canary-1') }
        exec { 'setting': command => 'echo $KEY | grep -q -- -4$ && touch ok', provider => shell, environment => [Sensitive('KEY=canary-4')], cwd => '/' }
        exec { 'use it': command => Sensitive('/bin/echo canary-2; /bin/false'), provider => shell, logoutput => true }
        notify { 'n': message => Sensitive('canary-3') }";
    let _ = scratch.apply(code, &["--debug", "--show_diff"]).is_silent_about("canary");
    assert_eq!(fs::read_to_string(scratch.root().join("secret")).unwrap(), "canary-1");
    assert!(scratch.root().join("ok").exists(), "the secret setting did not reach the command");
    fs::write(scratch.root().join("secret"), "other").unwrap();
    let _ = scratch.apply(code, &["--debug", "--show_diff"]).is_silent_about("canary").says("[redacted]");
}

#[test]
fn log_messages_go_to_the_same_streams_as_in_puppet() {
    let scratch = scratch();
    let code = "notice('n') warning('w') err('e') info('i') debug('d')";
    let outcome = scratch.apply(code, &[]).expect(0);
    let _ = outcome
        .says("Notice: Scope(Class[main]): n\n")
        .complains("Warning: Scope(Class[main]): w\n")
        .complains("Error: Scope(Class[main]): e\n");
    let verbose = scratch.apply(code, &["--verbose"]).expect(0);
    let _ = verbose.says("Info: Scope(Class[main]): i\n");
    let debug = scratch.apply(code, &["--debug"]).expect(0);
    let _ = debug.says("Debug: Scope(Class[main]): d\n");
    let colored = scratch.apply("notice('n')", &["--color", "true"]);
    let _ = colored.says("\u{1b}[mNotice: Scope(Class[main]): n\u{1b}[0m\n");
}

#[test]
fn exit_code_is_0_after_failures_without_detailed_exitcodes() {
    let scratch = scratch();
    let _ = scratch
        .run(&["apply", "--vardir", scratch.path("state").to_str().unwrap(), "-e", "exec { '/bin/false': }"])
        .expect(0);
}

#[test]
fn facts_are_read_from_a_file() {
    let scratch = scratch();
    let facts = scratch.file("facts.yaml", "os:\n  family: Plan9\n");
    let flags = ["--facts", facts.to_str().unwrap()];
    let _ = scratch.apply("notice($facts['os']['family'])", &flags).expect(0).says("Plan9");
}

#[test]
fn modules_are_found_on_the_module_path() {
    let scratch = scratch();
    let _ = scratch.file("modules/greet/manifests/init.pp", "class greet { include greet::file }");
    let _ = scratch.file(
        "modules/greet/manifests/file.pp",
        "class greet::file { file { '/g': source => 'puppet:///modules/greet/g' } }",
    );
    let _ = scratch.file("modules/greet/files/g", "hello\n");
    let modules = scratch.path("modules");
    let _ = scratch.apply("include greet", &["--modulepath", modules.to_str().unwrap()]).expect(2);
    assert_eq!(fs::read_to_string(scratch.root().join("g")).unwrap(), "hello\n");
}

#[test]
fn long_run_shows_its_progress_on_a_terminal() {
    let scratch = scratch();
    let code = "notify { ['first', 'second', 'third']: }";
    let arguments = ["apply", "-e", code];
    let shown = scratch.run_on_terminal(&arguments, &[("MAROTTE_TEST_PROGRESS_DELAY_MS", "0")]);
    assert!(shown.contains("1/3") && shown.contains("Notify[second]"), "{shown:?}");
    // The progress line is erased at the end, and short runs have none.
    assert!(shown.trim_end().ends_with("\x1b[0m") && shown.contains("\x1b[2K"), "{shown:?}");
    let shown = scratch.run_on_terminal(&arguments, &[]);
    assert!(!shown.contains("1/3") && shown.contains("Applied catalog"), "{shown:?}");
}

#[test]
fn run_ends_with_counts_and_the_command_that_undoes_it() {
    let scratch = scratch();
    fs::write(scratch.root().join("old"), "x").unwrap();
    fs::write(scratch.root().join("other"), "x").unwrap();
    let code = "
        file { '/new': content => 'x' }
        file { '/other': content => 'y' }
        file { '/old': ensure => absent }
        file { '/none/a': content => 'x' }
        file { '/none/b': content => 'x', require => File['/none/a'] }
        notify { 'n': noop => true }";
    let noop = scratch.apply(code, &["--noop"]).expect(0).stdout;
    let last = noop.lines().last().unwrap_or_default();
    assert!(last.starts_with("Notice: 3 to create, 2 to change, 1 to remove of 6 in 0."), "{noop}");
    let done = scratch.apply(code, &[]).expect(6).stdout;
    let last = done.lines().last().unwrap_or_default();
    let (state, root) = (scratch.path("state"), scratch.root());
    let undo = format!(" s; undo: marotte undo 2 --vardir {} --root {}", state.display(), root.display());
    assert!(last.starts_with("Notice: 3 changed, 1 failed, 1 skipped of 6 in 0.") && last.ends_with(&undo), "{done}");
    let unchanged = scratch.apply("file { '/new': content => 'x' }", &[]).expect(0).stdout;
    let last = unchanged.lines().last().unwrap_or_default();
    assert!(last.starts_with("Notice: 0 changed of 1 in 0.") && last.ends_with(" s"), "{unchanged}");
    // The report contains only Puppet's messages.
    let report = fs::read_to_string(scratch.path("state/last_run_report.yaml")).unwrap();
    assert!(report.contains("message: Applied catalog in") && !report.contains("0 changed of"), "{report}");
}

#[test]
fn flags_have_the_short_forms_of_other_programs() {
    let scratch = scratch();
    fs::write(scratch.root().join("a"), "old\n").unwrap();
    let code = "file { '/a': content => \"new\\n\" }";
    let _ = scratch.apply(code, &["-n", "--diff"]).expect(0).says("+new").says("(noop)");
    let _ = scratch.apply(code, &["--dry-run"]).expect(0).says("(noop)");
    let quiet = scratch.apply(code, &["-q"]).expect(2);
    assert_eq!((&*quiet.stdout, &*quiet.stderr), ("", ""));
    let report = fs::read_to_string(scratch.path("state/last_run_report.yaml")).unwrap();
    assert!(report.contains("message: Applied catalog in"), "{report}");
    let _ = scratch.apply("fail('x')", &["--quiet"]).expect(1).complains("Error: ");
}

#[test]
fn missing_manifest_and_unknown_tag_are_reported() {
    let scratch = scratch();
    let [conf, state] = ["conf", "state"].map(|name| scratch.path(name).display().to_string());
    let directories = ["apply", "--confdir", &conf, "--vardir", &state];
    let _ = scratch.run(&directories).expect(0).complains("Warning: There is no manifest: ");
    let tags = |tags: &str| scratch.apply("notify { 'x': tag => 'known' }", &["--tags", tags]);
    let _ = tags("nosuch").expect(0).complains("Warning: No resource has the tag 'nosuch'");
    let _ = tags("nosuch,other").expect(0).complains("Warning: No resource has one of the tags 'nosuch', 'other'");
    let _ = tags("known,other").expect(2).is_silent_about("No resource");
}

#[test]
fn strict_exit_codes_report_failures() {
    let scratch = scratch();
    let [root, state] = [scratch.root(), scratch.path("state")].map(|path| path.display().to_string());
    let apply = |path: &str, flags: &[&str]| {
        let code = format!("file {{ '{path}': content => 'x' }}");
        scratch.run(&[&["apply", "-e", &code, "--root", &root, "--vardir", &state], flags].concat())
    };
    let _ = apply("/none/a", &[]).expect(0);
    let _ = apply("/none/a", &["--exit_codes", "strict"]).expect(1);
    let _ = apply("/a", &["--exit_codes", "strict"]).expect(0);
    let _ = apply("/none/a", &["--exit_codes", "strict", "--detailed-exitcodes"]).expect(4);
}

#[test]
fn hyphen_stands_for_standard_input() {
    let scratch = scratch();
    let manifest = scratch.file("input.pp", "notify { 'from standard input': }");
    let input = File::open(manifest).unwrap();
    let state = scratch.path("state").display().to_string();
    let _ =
        scratch.run_reading(&["apply", "-", "--vardir", &state], input.into()).expect(0).says("from standard input");
}
