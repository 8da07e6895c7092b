//! Scheduled runs: `service`, and `apply --repo`.

use std::fs;
use std::path::Path;
use std::process::Command;

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// Creates a directory in the managed tree.
fn directory(scratch: &Scratch, path: &str) {
    fs::create_dir_all(scratch.root().join(path)).expect("a directory");
}

/// Runs `service` for the managed tree.
fn service(scratch: &Scratch, words: &[&str]) -> Outcome {
    let (root, conf) = (scratch.root().display().to_string(), scratch.path("conf").display().to_string());
    let mut all = vec!["service", words[0], "--root", &root, "--confdir", &conf];
    all.extend(&words[1..]);
    scratch.run(&all)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn service_install_writes_units_with_the_given_settings() {
    let scratch = scratch();
    directory(&scratch, "usr/lib/systemd/system");
    let flags = ["install", "--every", "1h", "--splay", "0", "--repo", "https://git.example.org/site.git"];
    let given = ["--branch", "main", "--usecacheonfailure", "--tags", "a b,50%", "--no-noop"];
    let _ = service(&scratch, &[&flags[..], &given].concat()).expect(0).says("Runs are scheduled every 1h;");
    let units = scratch.root().join("etc/systemd/system");
    let unit = text(&units.join("marotte.service"));
    let conf = scratch.path("conf").display().to_string();
    let command = format!(
        " apply --repo https://git.example.org/site.git --branch main --confdir {conf} --no-noop --tags \"a b,50%%\" \
         --usecacheonfailure --exit_codes strict\n"
    );
    let line = unit.lines().find(|line| line.starts_with("ExecStart=/")).expect("a command").to_owned() + "\n";
    assert!(line.ends_with(&command), "{line}");
    assert!(text(&units.join("marotte.timer")).contains("\nOnCalendar=0/1:00\n"));
    let again = service(&scratch, &[&flags[..], &given].concat()).expect(0);
    assert_eq!(again.stdout.matches("is unchanged").count(), 2, "{}", again.stdout);
    let _ = service(&scratch, &["install", "--exit_codes", "puppet"]).expect(0);
    let unit = text(&units.join("marotte.service"));
    assert!(unit.contains(" --exit_codes puppet\n") && !unit.contains("strict\n"), "{unit}");
}

#[test]
fn service_install_in_a_dry_run_prints_the_files() {
    let scratch = scratch();
    directory(&scratch, "etc/cron.d");
    let printed = service(&scratch, &["install", "--repo", "/srv/a b", "--noop"]).expect(0).stdout;
    let entry =
        format!("# {}\n# marotte service install --every 30m", scratch.root().join("etc/cron.d/marotte").display());
    assert!(printed.starts_with(&entry), "{printed}");
    assert!(printed.contains(" apply --repo /srv/a\\ b ") && !printed.contains("--noop"), "{printed}");
    assert_eq!(fs::read_dir(scratch.root().join("etc/cron.d")).expect("the directory").count(), 0);
}

#[test]
fn service_status_reports_schedule_and_last_run() {
    let scratch = scratch();
    directory(&scratch, "etc/cron.d");
    let _ = service(&scratch, &["status"]).expect(3).says("schedule:   no runs are scheduled");
    let _ = service(&scratch, &["install", "--every", "10m"]).expect(0);
    let status = service(&scratch, &["status"]).expect(0);
    let _ = status
        .says("schedule:   every 10m, delayed by up to 200s (cron)\n")
        .says("\nnext run:   20")
        .is_silent_about("last run");
    let root = scratch.root().display().to_string();
    for (code, exit, result) in [("notify { 'a': }", 0, "changed, 1 changes"), ("fail('x')", 1, "failed, 0 changes")] {
        let _ = scratch.run(&["apply", "-e", code, "--root", &root]).expect(exit);
        let _ = service(&scratch, &["status"]).expect(exit).says(result);
    }
    let json = service(&scratch, &["status", "--render-as", "json"]).expect(1);
    let _ = json.says("\"scheduled\": true").says("\"failed\": true").says("\"commit\": null");
    let _ = service(&scratch, &["uninstall", "--noop"]).expect(0).says("Would remove '");
    let _ = service(&scratch, &["uninstall"]).expect(0).says("Removed '");
    let _ = service(&scratch, &["uninstall"]).expect(0).says("No runs are scheduled");
    let _ = service(&scratch, &["status"]).expect(3);
}

#[test]
fn service_install_refuses_invalid_flags() {
    let scratch = scratch();
    directory(&scratch, "usr/lib/systemd/system");
    for (flags, message) in [
        (&["--every", "45m"][..], "Runs cannot be scheduled every '45m'"),
        (&["--every", "10m", "--splay", "1h"], "The splay '1h' is longer than the interval '10m'"),
        (&["--repo=-u/bin/sh"], "'-u/bin/sh' is not the URL of a repository"),
        (&["--repo", "http://example.org/a"], "The protocol 'http' does not authenticate the server"),
        (&["--repo", "https://a:secret@example.org/a"], "The URL contains a password"),
        (&["--repo", "/a", "--branch=--x"], "'--x' is not the name of a branch"),
        (&["--tags", "a\nb"], "'a\\nb' contains a control character"),
    ] {
        let words = [&["install"], flags].concat();
        let _ = service(&scratch, &words).expect(1).complains(message).is_silent_about("secret");
    }
    assert!(!scratch.root().join("etc/systemd").exists());
}

/// A repository with an environment, and the system that applies it.
struct Site {
    scratch: Scratch,
}

impl Site {
    /// Creates a repository with one commit; `None` without git, which is reported.
    #[expect(clippy::print_stderr, reason = "a skipped test reports it")]
    fn new() -> Option<Self> {
        if Command::new("git").arg("--version").output().is_err() {
            eprintln!("SKIPPED: needs the program 'git'");
            return None;
        }
        let site = Self { scratch: scratch() };
        let file = |name: &str, text: &str| drop(site.scratch.file(&format!("site/{name}"), text));
        file("environment.conf", "manifest = sites\nconfig_version = /bin/false\n");
        file("hiera.yaml", "version: 5\nhierarchy:\n  - { name: common, path: common.yaml }\n");
        file("modules/motd/manifests/init.pp", "class motd($text) { file { '/motd': content => \"${text}\\n\" } }\n");
        file("sites/site.pp", "include motd\n");
        site.git(&["init", "--quiet", "--initial-branch=main"]);
        site.push("first");
        Some(site)
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
        let output = command.current_dir(self.scratch.path("site")).output().expect("git");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Commits data with this text.
    fn push(&self, text: &str) {
        let _ = self.scratch.file("site/data/common.yaml", format!("motd::text: {text}\n"));
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", text]);
    }

    fn apply(&self, flags: &[&str]) -> Outcome {
        let [root, state, conf, url] =
            ["root", "state", "conf", "site"].map(|name| self.scratch.path(name).display().to_string());
        let mut words = vec!["apply", "--repo", &url, "--root", &root, "--vardir", &state, "--confdir", &conf];
        words.extend(flags);
        self.scratch.run(&words)
    }

    fn motd(&self) -> String {
        text(&self.scratch.root().join("motd"))
    }
}

#[test]
fn apply_of_a_repository_follows_its_commits() {
    let Some(site) = Site::new() else { return };
    let _ = site.apply(&["--noop"]).expect(0);
    assert!(!site.scratch.root().join("motd").exists());
    for text in ["first", "second"] {
        if text != "first" {
            site.push(text);
        }
        let _ = site.apply(&["--detailed-exitcodes"]).expect(2);
        assert_eq!(site.motd(), format!("{text}\n"));
        let commit = site.git(&["rev-parse", "HEAD"]);
        let report = text_of_report(&site.scratch);
        // YAML quotes digests that could be numbers.
        let is_named = |text: &str| report.contains(&format!("configuration_version: {text}\n"));
        assert!(is_named(&commit) || is_named(&format!("'{commit}'")), "{report}");
        assert!(report.contains("\nenvironment: production\n"), "{report}");
    }
    let _ = site.apply(&["--detailed-exitcodes", "--branch", "main"]).expect(0);
}

fn text_of_report(scratch: &Scratch) -> String {
    text(&scratch.path("state/last_run_report.yaml"))
}

#[test]
fn apply_of_a_repository_that_cannot_be_fetched_applies_the_last_commit_and_fails() {
    let Some(site) = Site::new() else { return };
    fs::rename(site.scratch.path("site"), site.scratch.path("moved")).expect("a directory");
    let _ = site.apply(&[]).expect(1).complains("Error: Could not fetch '").is_silent_about("applying");
    fs::rename(site.scratch.path("moved"), site.scratch.path("site")).expect("a directory");
    let _ = site.apply(&[]).expect(0);
    fs::rename(site.scratch.path("site"), site.scratch.path("moved")).expect("a directory");
    let _ = fs::remove_file(site.scratch.root().join("motd"));
    let metrics = site.scratch.path("metrics").display().to_string();
    fs::create_dir(&metrics).expect("a directory");
    let failed = site.apply(&["--reports", "prometheus", "--textfile_directory", &metrics]).expect(1);
    let _ = failed.complains("; applying the last fetched commit ");
    assert_eq!(site.motd(), "first\n");
    let page = text(&site.scratch.path("metrics/marotte.prom"));
    assert!(
        page.contains("\nmarotte_last_run_fetch_failed 1\n") && page.contains("{status=\"changed\"} 1\n"),
        "{page}"
    );
    let _ = site.apply(&["--detailed-exitcodes"]).expect(4);
}

#[test]
fn apply_of_a_repository_refuses_other_manifests() {
    let scratch = scratch();
    for (flags, message) in [
        (&["-e", "notice(1)"][..], "cannot be used with"),
        (&["site.pp"], "cannot be used with"),
        (&["--catalog", "x.json"], "cannot be used with"),
        (&["--manifest", "site.pp"], "The flag --manifest cannot be used with --repo"),
        (&["--environmentpath", "/a"], "The flag --environmentpath cannot be used with --repo"),
    ] {
        let words = [&["apply", "--repo", "/srv/site"], flags].concat();
        let _ = scratch.run(&words).expect(1).complains(message);
    }
    let _ = scratch.run(&["apply", "--branch", "main"]).expect(1).complains("--repo <URL>");
}

#[test]
fn report_processor_prometheus_replaces_its_file() {
    let scratch = scratch();
    let metrics = scratch.path("metrics");
    let directory = metrics.display().to_string();
    let flags = ["--reports", "store,prometheus", "--textfile_directory", &directory];
    let _ = scratch.apply("notify { 'a': }", &flags).expect(2).complains("Report prometheus failed: Could not write '");
    fs::create_dir(&metrics).expect("a directory");
    for (code, exit, lines) in [
        (
            "notify { 'a': }",
            2,
            ["_status{status=\"changed\"} 1", "_resources{status=\"changed\"} 1", "_changes 1", "_number 2"],
        ),
        (
            "file { '/no/b': ensure => file }",
            4,
            ["_status{status=\"failed\"} 1", "_resources{status=\"failed\"} 1", "_failures 1", "_number 3"],
        ),
        ("fail('x')", 1, ["_status{status=\"failed\"} 1", "_resources{status=\"total\"} 0", "_changes 0", "_number 4"]),
    ] {
        let _ = scratch.apply(code, &flags).expect(exit);
        let page = text(&metrics.join("marotte.prom"));
        for line in lines {
            assert!(page.contains(&format!("\nmarotte_last_run{line}\n")), "no {line} in\n{page}");
        }
    }
    assert_eq!(fs::read_dir(&metrics).expect("the directory").count(), 1);
}
