//! Benchmark: the time of one `/bin/true`, started by the standard library, by a launch, and as a query in a sandbox.
//!
//! `cargo build --release --workspace --example query_cost` builds `target/release/examples/query_cost`, which
//! prints microseconds for each: the median of several hundred.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints its figures, and panics if it cannot run"
)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use launcher::{Launch, Protections, Sandbox, SandboxSpec};

const ROUNDS: usize = 400;

fn main() {
    let protections = Protections::detect();
    let temporary = std::env::temp_dir();
    let launch = || Launch::new("/bin/true", [""; 0], Vec::new());
    let mut number = 0;
    let mut query = |spec: &SandboxSpec| {
        number += 1;
        let name = format!("marotte-query-cost-{}-{number}", std::process::id());
        let sandbox = Arc::new(Sandbox::new(spec, &protections, &temporary, &name, true).unwrap());
        sandbox.run(vec![launch()]).remove(0).unwrap();
    };
    let guard = SandboxSpec { network: true, unix_sockets: true, host_processes: true, ..SandboxSpec::default() };
    let named = SandboxSpec { read: Some(vec![PathBuf::from("/var/lib/dpkg")]), ..SandboxSpec::default() };
    measure("standard library", || drop(Command::new("/bin/true").output().unwrap()));
    measure("launch", || drop(launch().run().unwrap()));
    measure("guard of a dry run", || query(&guard));
    measure("query of a provider", || query(&named));
}

fn measure(name: &str, mut run: impl FnMut()) {
    let mut times: Vec<u128> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            run();
            begun.elapsed().as_micros()
        })
        .collect();
    times.sort_unstable();
    println!("{name:<22} {:>6} us", times[ROUNDS / 2]);
}
