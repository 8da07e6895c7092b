//! Tests of commands in namespaces whose root directory is a tree. They are skipped with a message where the kernel does not
//! permit such namespaces.
//!
//! The test binary has its own `main`, since it runs itself in the namespaces.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]
#![expect(clippy::print_stdout, reason = "a test without harness reports its results")]

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use launcher::{ISOLATION_ARGUMENT, IsolatedSystem, Launch, Output, StreamMode};
use tempfile::TempDir;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == ISOLATION_ARGUMENT) {
        return launcher::isolation_main(arguments);
    }
    if std::env::args().any(|argument| argument == "--list") {
        // The format expected by cargo-nextest.
        if !std::env::args().any(|argument| argument == "--ignored") {
            TESTS.iter().for_each(|(name, _)| println!("{name}: test"));
        }
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, test) in TESTS {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            let directory = tempfile::tempdir().unwrap();
            let root = directory.path().join("root");
            fs::create_dir_all(root.join("etc")).unwrap();
            match IsolatedSystem::start(&root) {
                Ok(system) => {
                    test(&Tree { directory, system: Arc::new(system) });
                    println!("test {name} ... ok");
                }
                Err(error) => println!("test {name} ... skipped: {error}"),
            }
        }
    }
    ExitCode::SUCCESS
}

/// A test with its name.
type NamedTest = (&'static str, fn(&Tree));

const TESTS: &[NamedTest] = &[
    ("isolated_command_changes_only_the_tree", changes_only_the_tree),
    ("isolated_command_cannot_change_programs", cannot_change_programs),
    ("isolated_command_sees_no_other_process_or_network", sees_no_other_process_or_network),
    ("isolated_command_gets_input_environment_and_directory", gets_input_environment_and_directory),
    ("isolated_command_is_terminated_after_its_time", is_terminated_after_its_time),
    ("isolated_command_without_a_program_is_an_error", without_a_program_is_an_error),
    ("isolated_system_leaves_no_process_or_mount", leaves_no_process_or_mount),
];

/// A directory tree with namespaces.
struct Tree {
    directory: TempDir,
    system: Arc<IsolatedSystem>,
}

impl Tree {
    fn launch(&self, line: &str) -> Launch {
        Launch {
            errors: StreamMode::Merged,
            timeout: Duration::from_secs(60),
            isolation: Some(Arc::clone(&self.system)),
            ..Launch::new("/bin/sh", ["-c", line], vec![("PATH".into(), "/usr/sbin:/usr/bin:/sbin:/bin".into())])
        }
    }

    fn run(&self, line: &str) -> Output {
        self.launch(line).run().unwrap()
    }

    fn text(&self, line: &str) -> String {
        String::from_utf8(self.run(line).stdout).unwrap()
    }
}

fn changes_only_the_tree(tree: &Tree) {
    let outside = tree.directory.path().join("outside");
    fs::write(&outside, "old").unwrap();
    let path = outside.display();
    let line = format!("echo new > /etc/motd; echo new > {path}; echo new > ../..{path}; ls -a / | tr '\\n' ' '");
    let listed = tree.text(&line);
    assert!(!listed.contains(" work ") && listed.contains(" etc "), "{listed}");
    assert_eq!(fs::read_to_string(tree.directory.path().join("root/etc/motd")).unwrap(), "new\n");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "old");
}

fn cannot_change_programs(tree: &Tree) {
    let attempts = [
        "touch /usr/bin/marotte-isolation-test",
        "mount -o remount,bind,rw /usr/bin",
        "umount /usr/bin",
        "mount -t tmpfs none /etc",
        "echo 1 > /proc/sys/kernel/panic",
        "mknod /etc/device b 8 0",
    ];
    for attempt in attempts {
        let output = tree.run(attempt);
        assert_ne!(output.status, 0, "{attempt}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

fn sees_no_other_process_or_network(tree: &Tree) {
    let own = std::process::id();
    let seen =
        tree.text(&format!("kill -0 {own} 2>/dev/null && echo seen; ls -d /proc/[0-9]* | wc -l; cat /proc/net/dev"));
    assert!(!seen.contains("seen"), "{seen}");
    let processes: Option<u32> = seen.lines().next().and_then(|count| count.trim().parse().ok());
    assert!(processes.is_some_and(|count| count < 8), "{seen}");
    let interfaces: Vec<&str> = seen.lines().filter_map(|line| Some(line.split_once(':')?.0.trim())).collect();
    assert_eq!(interfaces, ["lo"], "{seen}");
}

fn gets_input_environment_and_directory(tree: &Tree) {
    let mut launch = tree.launch("cat; pwd; echo $KEY; umask; id -u; echo lost >&2; exit 3");
    launch.input = b"input\n".to_vec();
    launch.environment.push(("KEY".into(), "value".into()));
    launch.directory = Some(tree.directory.path().join("root/etc"));
    launch.umask = Some(0o077);
    launch.errors = StreamMode::Captured;
    let mut seen = Vec::new();
    let output = launch.run_with(&mut |bytes| seen.extend_from_slice(bytes)).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "input\n/etc\nvalue\n0077\n0\n");
    assert_eq!((output.status, &*output.stderr), (3, &b"lost\n"[..]));
    assert_eq!(seen, [&*output.stdout, b"lost\n"].concat());
}

fn is_terminated_after_its_time(tree: &Tree) {
    let mut launch = tree.launch("sleep 600");
    launch.timeout = Duration::from_millis(100);
    assert!(launch.run().unwrap().timed_out);
    assert_eq!(tree.text("echo next"), "next\n");
}

fn without_a_program_is_an_error(tree: &Tree) {
    let launch = Launch { program: "/nonexistent/program".into(), ..tree.launch("") };
    assert_eq!(launch.run().unwrap_err().kind(), std::io::ErrorKind::NotFound);
}

fn leaves_no_process_or_mount(tree: &Tree) {
    let root = tree.directory.path().join("second");
    fs::create_dir(&root).unwrap();
    let second =
        Tree { directory: tempfile::tempdir().unwrap(), system: Arc::new(IsolatedSystem::start(&root).unwrap()) };
    assert_eq!(second.text("sleep 600 > /dev/null 2>&1 & echo started"), "started\n");
    drop(second);
    // No directory is in use by a mount or a process.
    fs::remove_dir_all(&root).unwrap();
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
    assert!(!mounts.contains(root.to_str().unwrap()), "{mounts}");
}
