//! Tests of queries in the sandbox: forbidden operations are denied and required ones work on every supported
//! kind of kernel.
//!
//! The test binary has its own `main`, since the sandbox's self-test runs it as well.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]
#![expect(clippy::print_stdout, reason = "a test without harness reports its results")]

use std::ffi::CString;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};

use launcher::{Launch, Output, Protections, SELF_TEST_ARGUMENT, Sandbox, SandboxSpec, StreamMode};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == SELF_TEST_ARGUMENT) {
        return launcher::attempt_main(arguments);
    }
    if let [_, mode, name, path] = &std::env::args().collect::<Vec<_>>()[..]
        && mode == HELPER
    {
        help(name, path);
        return ExitCode::SUCCESS;
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
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

/// The first argument of this binary as a helper of its tests.
const HELPER: &str = "__helper";

const TESTS: &[(&str, fn())] = &[
    ("sandbox_reads_and_does_not_write", reads_and_does_not_write),
    ("sandbox_reads_what_it_was_granted", reads_what_it_was_granted),
    ("sandbox_allows_files_directories_and_links_in_scratch", scratch_holds_plain_files),
    ("sandbox_reaches_the_network_with_a_grant_only", network_needs_a_grant),
    ("sandbox_reaches_unix_sockets_with_a_grant_only", unix_sockets_need_a_grant),
    ("sandbox_leaves_no_process", leaves_no_process),
    ("sandbox_sends_no_signal_to_others", sends_no_signal),
    ("sandbox_shows_host_processes", shows_host_processes),
    ("sandbox_refuses_when_a_protection_is_missing", refuses_when_missing),
    ("sandbox_self_test_passes", self_test_passes),
    ("sandbox_keeps_order_of_results", keeps_order),
];

/// Returns the protections of this kernel and, as far as disabling mechanisms can simulate them, of older ones.
fn kernels() -> Vec<(&'static str, Protections)> {
    let own = Protections::detect();
    vec![
        ("this one", own.clone()),
        ("Linux 6.1 (Landlock 2)", own.clone().without(2, true, true)),
        ("Linux 5.14 (Landlock 1)", own.clone().without(1, true, true)),
        ("a container, without namespaces", own.clone().without(i32::MAX, true, false)),
        ("an old container", own.without(1, true, false)),
    ]
}

fn run_all(spec: &SandboxSpec, protections: &Protections, lines: &[&str]) -> Vec<Output> {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("marotte-sandbox-test-{}-{number}", std::process::id());
    let sandbox = Arc::new(Sandbox::new(spec, protections, &std::env::temp_dir(), &name, true).unwrap());
    let environment =
        vec![("PATH".into(), "/usr/bin:/bin:/usr/sbin:/sbin".into()), ("TMPDIR".into(), sandbox.scratch().into())];
    let launch = |line: &&str| Launch {
        errors: StreamMode::Merged,
        timeout: Duration::from_secs(20),
        ..Launch::new("/bin/bash", ["-c", line], environment.clone())
    };
    let outputs = sandbox.run(lines.iter().map(launch).collect()).into_iter().map(Result::unwrap).collect();
    let scratch = sandbox.scratch().to_path_buf();
    drop(sandbox);
    assert!(!scratch.exists(), "the scratch directory is removed");
    outputs
}

fn run(spec: &SandboxSpec, protections: &Protections, line: &str) -> String {
    String::from_utf8(run_all(spec, protections, &[line]).remove(0).stdout).unwrap()
}

/// Returns a specification that permits reading a path and running this binary as a helper.
fn reading(path: &Path) -> SandboxSpec {
    SandboxSpec { read: Some(vec![path.to_path_buf(), std::env::current_exe().unwrap()]), ..SandboxSpec::default() }
}

/// Returns the beginning of a command line for an operation without a shell command; the operation and a path
/// must be appended.
fn helper() -> String {
    format!("'{}' {HELPER}", std::env::current_exe().unwrap().display())
}

/// Attempts an operation and prints whether the kernel denied it.
fn help(name: &str, path: &str) {
    let done = match name {
        "open-truncate" => {
            rustix::fs::open(path, OFlags::RDONLY | OFlags::TRUNC, Mode::empty()).map(drop).map_err(io::Error::from)
        }
        "truncate" => truncate(path),
        "bind-socket" => UnixListener::bind(path).map(drop),
        "open-socket" => UnixDatagram::unbound().map(drop),
        _ => panic!("{name} is not an operation"),
    };
    match done {
        Ok(()) => println!("{name}: done"),
        Err(refused) => println!("{name}: refused ({refused})"),
    }
}

/// Truncates a file by its path; `truncate` of coreutils opens it first.
#[expect(unsafe_code, reason = "rustix has no truncate by path")]
fn truncate(path: &str) -> io::Result<()> {
    let path = CString::new(path)?;
    // SAFETY: the path is a C string that lives until the call returns.
    match unsafe { libc::truncate(path.as_ptr(), 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn reads_and_does_not_write() {
    for (kernel, protections) in kernels() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "old").unwrap();
        let (path, new) = (file.display(), directory.path().join("new"));
        let line = format!(
            "cat {path}; echo x > {path}; echo x 2>&1 1<> {path}; chmod 777 {path}; touch {path} {}; truncate -s 0 {path}; \
             {helper} open-truncate {path}; {helper} truncate {path}; mkdir {}; ln {path} $TMPDIR/link; echo done",
            new.display(),
            new.display(),
            helper = helper()
        );
        let output = run(&reading(directory.path()), &protections, &line);
        assert!(output.starts_with("old") && output.ends_with("done\n"), "{kernel}: {output}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old", "{kernel}: {output}");
        assert!(!new.exists(), "{kernel}: {output}");
        fs::write(&new, "the parent is not restricted").unwrap();
    }
}

fn reads_what_it_was_granted() {
    let protections = Protections::detect();
    let directory = tempfile::tempdir().unwrap();
    for name in ["granted", "other"] {
        fs::write(directory.path().join(name), name).unwrap();
    }
    let line = format!("cat {0}/granted {0}/other", directory.path().display());
    let output = run(&reading(&directory.path().join("granted")), &protections, &line);
    assert!(output.starts_with("granted") && output.contains("other: Permission denied"), "{output}");
    let everything = SandboxSpec::default();
    assert_eq!(run(&everything, &protections, &line), "grantedother");
    let closed = SandboxSpec { read: Some(Vec::new()), ..SandboxSpec::default() };
    let output =
        run(&closed, &protections, "cat /etc/shadow; cat /etc/passwd | wc -l; tr '\\0' ' ' < /proc/$PPID/environ");
    assert!(output.contains("/etc/shadow: Permission denied") || output.contains("shadow: No such file"), "{output}");
    assert!(!output.contains("passwd: "), "{output}");
}

fn scratch_holds_plain_files() {
    for (kernel, protections) in kernels() {
        let line = format!(
            "cd $TMPDIR && echo a > file && mkdir dir && ln -s file link && ln file hard && mv file dir/moved && cat dir/moved
            mkfifo fifo; mknod device c 1 3; {} bind-socket socket
            echo x > /dev/null && ls",
            helper()
        );
        let spec = SandboxSpec { unix_sockets: true, ..SandboxSpec::default() };
        let output = run(&spec, &protections, &line);
        let expected = if protections.landlock() == 1 { "hard\nlink\n" } else { "dir\nhard\nlink\n" };
        assert!(output.ends_with(expected), "{kernel}: {output}");
        for refused in ["fifo", "device"] {
            assert!(
                output.contains(&format!("'{refused}': ")) || output.contains(&format!("{refused}: ")),
                "{kernel}: {output}"
            );
        }
        assert!(output.contains("bind-socket: refused"), "{kernel}: {output}");
    }
}

fn network_needs_a_grant() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let line = format!("exec 3<>/dev/tcp/127.0.0.1/{} && echo through", listener.local_addr().unwrap().port());
    for (kernel, protections) in kernels() {
        let open = SandboxSpec { network: true, ..SandboxSpec::default() };
        assert_eq!(run(&open, &protections, &line), "through\n", "{kernel}");
        let output = run(&SandboxSpec::default(), &protections, &line);
        assert!(!output.contains("through"), "{kernel}: {output}");
    }
}

fn unix_sockets_need_a_grant() {
    let line = format!("{} open-socket -", helper());
    for (kernel, protections) in kernels() {
        let granted = SandboxSpec { unix_sockets: true, ..SandboxSpec::default() };
        assert_eq!(run(&granted, &protections, &line), "open-socket: done\n", "{kernel}");
        let output = run(&SandboxSpec::default(), &protections, &line);
        assert!(output.starts_with("open-socket: refused"), "{kernel}: {output}");
    }
}

fn leaves_no_process() {
    for (kernel, protections) in kernels() {
        let mark = format!("31{:07}", std::process::id() % 10_000_000);
        for host_processes in [false, true] {
            let spec = SandboxSpec { host_processes, ..SandboxSpec::default() };
            run(
                &spec,
                &protections,
                &format!("setsid sleep {mark} & sleep {mark} & (setsid -f sleep {mark}) ; echo started"),
            );
            // The processes of a killed group end asynchronously.
            let end = Instant::now() + Duration::from_secs(10);
            while !processes(&mark).is_empty() && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(5));
            }
            let left = processes(&mark);
            assert!(left.is_empty(), "{kernel}: {left:?} are left");
        }
    }
}

/// Lists other processes whose command line contains a text.
fn processes(mark: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    entries
        .filter(|path| fs::read(path.join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(mark)))
        .filter(|path| fs::read_to_string(path.join("stat")).is_ok_and(|stat| !stat.contains(") Z ")))
        .collect()
}

fn sends_no_signal() {
    for (kernel, protections) in kernels() {
        let mut victim = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        for host_processes in [false, true] {
            let spec = SandboxSpec { host_processes, ..SandboxSpec::default() };
            let line = format!("kill -TERM {}; prlimit --pid {} --core=0; echo done", victim.id(), victim.id());
            assert!(run(&spec, &protections, &line).ends_with("done\n"));
            assert_eq!(victim.try_wait().unwrap(), None, "{kernel}: the process was terminated");
        }
        victim.kill().unwrap();
        victim.wait().unwrap();
    }
}

fn shows_host_processes() {
    let own = std::process::id();
    for (kernel, protections) in kernels() {
        let line = format!("read -r process rest < /proc/{own}/stat; echo $process");
        assert_eq!(run(&SandboxSpec::default(), &protections, &line).trim(), own.to_string(), "{kernel}");
        let spec = SandboxSpec { host_processes: true, ..SandboxSpec::default() };
        let line = format!(
            "kill -0 {own} && echo lives || echo \"cannot signal\"; kill -0 4194300 2>&1 | grep -o 'No such process'"
        );
        let output = run(&spec, &protections, &line);
        assert!(output.contains("lives") || output.contains("not permitted"), "{kernel}: {output}");
        assert!(output.contains("No such process"), "{kernel}: {output}");
    }
}

fn refuses_when_missing() {
    let own = Protections::detect();
    let temporary = std::env::temp_dir();
    for (protections, lacking) in [
        (own.clone().without(0, true, true), "it lacks Landlock"),
        (own.clone().without(i32::MAX, false, true), "it lacks seccomp"),
        (own.without(0, false, false), "it lacks Landlock and seccomp"),
    ] {
        let error = Sandbox::new(&SandboxSpec::default(), &protections, &temporary, "unused", true).unwrap_err();
        assert_eq!(error.to_string(), format!("this kernel cannot restrict queries: {lacking}"));
        assert!(!temporary.join("unused").exists());
        let name = format!("marotte-free-{}-{}", std::process::id(), protections.landlock());
        let free = Arc::new(Sandbox::new(&SandboxSpec::default(), &protections, &temporary, &name, false).unwrap());
        let outcome = free.run(vec![Launch::new("/bin/echo", ["free"], Vec::new())]).remove(0).unwrap();
        assert_eq!(outcome.stdout, b"free\n");
    }
}

fn self_test_passes() {
    for (kernel, protections) in kernels() {
        let name = format!("marotte-self-test-{}-{}", std::process::id(), kernel.len());
        let executable = std::env::current_exe().unwrap();
        let results = launcher::self_test(&protections, &executable, &std::env::temp_dir(), &name).unwrap();
        assert_eq!(results.len(), 5);
        assert!(results.iter().all(|(_, is_refused, _)| *is_refused), "{kernel}: {results:?}");
    }
}

fn keeps_order() {
    let lines: Vec<String> = (0..9).map(|number| format!("sleep 0.{}; echo {number}", 9 - number)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let outputs = run_all(&SandboxSpec::default(), &Protections::detect(), &lines);
    let texts: Vec<String> = outputs.into_iter().map(|output| String::from_utf8(output.stdout).unwrap()).collect();
    assert_eq!(texts, (0..9).map(|number| format!("{number}\n")).collect::<Vec<_>>());
}
