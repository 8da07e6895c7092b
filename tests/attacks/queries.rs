//! Queries of a dry run, as an ordinary user: each operation is attempted in a guard, and its effect checked from
//! outside.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::hostile::{assert_refused, dry_run, dry_run_under, is_restricting, program};
use crate::scratch;

/// A process of the test used as target of an attack.
struct Victim(Child);

impl Victim {
    fn new() -> Self {
        Self(Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().expect("a process"))
    }

    fn pid(&self) -> String {
        self.0.id().to_string()
    }

    /// Returns the limits and scheduling parameters of the process from /proc.
    fn state(&self) -> String {
        let read =
            |name: &str| fs::read_to_string(format!("/proc/{}/{name}", self.0.id())).expect("a process that runs");
        let scheduling = read("stat").split(' ').skip(17).take(2).collect::<Vec<_>>().join(" ");
        let policy = read("stat").split(' ').nth(40).unwrap_or_default().to_owned();
        let allowed = read("status").lines().filter(|line| line.starts_with("Cpus_allowed:")).collect::<String>();
        [read("limits"), scheduling, policy, allowed].join("\n")
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Row 20.
#[test]
fn query_writes_and_truncates_no_file() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let file = scratch.file("file", "old\n");
    let (path, new) = (file.display().to_string(), scratch.path("new").display().to_string());
    let operations: [&[&str]; 11] = [
        &["write", &path],
        &["write", &new],
        &["truncate", &path],
        &["open-truncate", &path],
        &["touch", &path],
        &["chmod", &path],
        &["unlink", &path],
        &["rename", &path, &new],
        &["link", &path, &new],
        &["symlink", &path, &new],
        &["mkdir", &new],
    ];
    let before = fs::metadata(&file).unwrap();
    for operation in operations {
        assert_refused(&dry_run(&scratch, operation), operation[0]);
    }
    let after = fs::metadata(&file).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "old\n");
    assert_eq!((before.permissions(), before.modified().unwrap()), (after.permissions(), after.modified().unwrap()));
    assert!(!Path::new(&new).exists());
}

/// Row 20: versions 1 and 2 of Landlock, Linux 5.13 to 6.1, do not restrict truncation.
#[test]
fn query_truncates_no_file_with_older_landlock() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let file = scratch.file("file", "old\n");
    let path = file.display().to_string();
    for version in ["1", "2"] {
        for operation in ["truncate", "open-truncate"] {
            let outcome = dry_run_under(&scratch, &["with-landlock-abi", version, "--"], &[operation, &path]);
            assert!(!outcome.stdout.contains(&format!("{operation}: done")), "{}", outcome.stdout);
            assert_eq!(fs::read_to_string(&file).unwrap(), "old\n", "{operation}, version {version}");
        }
    }
}

/// Row 24.
#[test]
fn query_sets_no_inode_flags() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let path = scratch.file("file", "old\n").display().to_string();
    assert_refused(&dry_run(&scratch, &["inode-flags", &path]), "inode-flags");
}

/// Row 27.
#[test]
fn query_changes_no_terminal() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    for operation in [&["type", "id"][..], &["terminal"], &["show"]] {
        let outcome = dry_run_under(&scratch, &["on-terminal"], operation);
        assert_refused(&outcome, operation[0]);
        assert!(outcome.stdout.contains("unread input: 0"), "{}", outcome.stdout);
    }
}

/// Row 28.
#[test]
fn query_changes_no_limits_or_priorities_of_processes() {
    if !is_restricting() {
        return;
    }
    let (scratch, victim) = (scratch(), Victim::new());
    let before = victim.state();
    for operation in ["limit", "scheduler", "io-priority", "priority", "affinity"] {
        assert_refused(&dry_run(&scratch, &[operation, &victim.pid()]), operation);
    }
    assert_eq!(victim.state(), before);
}

/// Rows 30 and 31.
#[test]
fn query_has_no_capabilities() {
    if !is_restricting() {
        return;
    }
    let outcome = dry_run(&scratch(), &["status"]);
    for name in ["CapEff", "CapPrm", "CapInh", "CapAmb"] {
        let line = outcome.stdout.lines().find_map(|line| line.split_once(&format!("{name}:\t")));
        let set = u64::from_str_radix(line.expect("the line of the set").1, 16).unwrap();
        // Only CAP_DAC_READ_SEARCH may remain.
        assert_eq!(set & !(1 << 2), 0, "{name} is {set:x}");
    }
    assert!(outcome.stdout.contains("NoNewPrivs:\t1") && outcome.stdout.contains("Seccomp:\t2"), "{}", outcome.stdout);
}

/// Row 32: versions 1 to 5 of Landlock do not restrict signals.
#[test]
fn query_signals_no_process() {
    if !is_restricting() {
        return;
    }
    let (scratch, mut victim) = (scratch(), Victim::new());
    let abi = "with-landlock-abi";
    for form in [&[][..], &[abi, "1", "--"], &[abi, "5", "--"], &["without", "namespaces", "--"]] {
        for operation in ["kill", "signal-by-descriptor", "signal-by-owner"] {
            let words = [operation, &victim.pid()];
            let outcome =
                if form.is_empty() { dry_run(&scratch, &words) } else { dry_run_under(&scratch, form, &words) };
            assert!(outcome.stdout.contains(&format!("{operation}: ")), "{}", outcome.stdout);
            // A signalled process needs a moment to end.
            std::thread::sleep(Duration::from_millis(50));
            assert_eq!(victim.0.try_wait().unwrap(), None, "'{operation}' ended another process: {form:?}");
        }
    }
}

/// Row 33.
#[test]
fn query_takes_no_descriptor_or_memory_of_processes() {
    if !is_restricting() {
        return;
    }
    let (scratch, victim) = (scratch(), Victim::new());
    for operation in
        [&["take-descriptor", &victim.pid(), "1"][..], &["memory", &victim.pid()], &["trace", &victim.pid()]]
    {
        assert_refused(&dry_run(&scratch, operation), operation[0]);
    }
}

/// Rows 39 and 40.
#[test]
fn query_makes_no_calls_of_other_tables() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let made = scratch.path("made").display().to_string();
    for operation in ["call32", "call-x32"] {
        let outcome = dry_run(&scratch, &[operation, &made]);
        assert!(!outcome.stdout.contains(&format!("{operation}: done")), "{}", outcome.stdout);
        assert!(!Path::new(&made).exists(), "'{operation}' created a directory");
    }
}

/// Row 41.
#[test]
fn query_mounts_nothing() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let root = scratch.root().display().to_string();
    for operation in ["reconfigure", "mount", "own-namespace", "ring", "add-key"] {
        let outcome = dry_run(&scratch, &[operation, &root]);
        assert!(!outcome.stdout.contains(&format!("{operation}: done")), "{}", outcome.stdout);
    }
}

/// Rows 42 and 43.
#[test]
fn query_has_its_own_scratch_directory_which_is_removed() {
    let outcome = dry_run(&scratch(), &["suid"]);
    let path = outcome.stdout.split_whitespace().find(|word| word.ends_with("/hostile-suid"));
    let directory = Path::new(path.expect("the path of the file")).parent().unwrap();
    assert_ne!(directory, std::env::temp_dir());
    assert!(!directory.exists(), "{} was not removed", directory.display());
}

/// Row 44.
#[test]
fn query_leaves_no_process_behind() {
    if !is_restricting() {
        return;
    }
    // The process is found by its unique sleep time.
    let mark = (600 + std::process::id()).to_string();
    let outcome = dry_run(&scratch(), &["stay", &mark]);
    assert!(outcome.stdout.contains("stay: "), "{}", outcome.stdout);
    let line = format!("{}\0stay\0{mark}\0", program().display());
    let is_alive = || {
        let processes = fs::read_dir("/proc").expect("a directory of processes");
        let mut lines = processes.flatten().filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines.any(|words| words == line.as_bytes())
    };
    let started = Instant::now();
    while is_alive() && started.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!is_alive(), "a process of the query still runs");
}

/// Rows 45 and 46.
#[test]
fn query_is_refused_if_a_protection_is_missing() {
    if !is_restricting() {
        return;
    }
    for (feature, word) in [("landlock", "Landlock"), ("seccomp", "seccomp")] {
        let scratch = scratch();
        let path = scratch.path("written").display().to_string();
        let outcome = dry_run_under(&scratch, &["without", feature, "--"], &["write", &path]);
        assert!(!Path::new(&path).exists(), "a guard wrote a file without {feature}");
        assert!(!outcome.stdout.contains("write: "), "a guard ran without {feature}:\n{}", outcome.stdout);
        let _ = outcome.complains(word).complains("noop_guards");
    }
}
