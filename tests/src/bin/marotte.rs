//! The program under test: the entry point of `marotte` with test hooks from environment variables. The variables are
//! removed before the program starts.
#![expect(unsafe_code, reason = "the environment is changed before other threads start")]

use std::net::IpAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use marotte_cli::Hooks;
use runtime::ChangeHook;
use rustix::process::{Signal, getpid, kill_process};

fn main() -> ExitCode {
    let engine = engine::Hooks {
        resolver: take("MAROTTE_TEST_HOSTS").map(|hosts| {
            let addresses = addresses(&hosts);
            let resolver = move |name: &str| {
                Ok(addresses.iter().filter(|(known, _)| known == name).map(|(_, address)| *address).collect())
            };
            Arc::new(resolver) as runtime::HostResolver
        }),
        component_time_limit: take("MAROTTE_TEST_DEADLINE_MS").map(|text| milliseconds(&text)),
        after_change: take("MAROTTE_TEST_KILL_AFTER").map(|text| {
            let number: u32 = text.parse().expect("a number of changes");
            ChangeHook(Arc::new(move |changes| {
                if changes == number {
                    kill_process(getpid(), Signal::KILL).expect("the process can kill itself");
                }
            }))
        }),
    };
    let hooks = Hooks {
        engine,
        syslog: take("MAROTTE_TEST_SYSLOG").map(Into::into),
        progress_delay: take("MAROTTE_TEST_PROGRESS_DELAY_MS").map(|text| milliseconds(&text)),
    };
    marotte_cli::main_with(hooks)
}

/// Removes a variable from the environment and returns its value.
fn take(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    // SAFETY: there is no other thread yet.
    unsafe { std::env::remove_var(name) };
    Some(value)
}

fn milliseconds(text: &str) -> Duration {
    Duration::from_millis(text.parse().expect("a number of milliseconds"))
}

/// Parses `NAME=ADDRESS,…`.
fn addresses(text: &str) -> Vec<(String, IpAddr)> {
    let pair = |pair: &str| {
        let (name, address) = pair.split_once('=').expect("NAME=ADDRESS");
        (name.to_owned(), address.parse().expect("an address"))
    };
    text.split(',').filter(|pair| !pair.is_empty()).map(pair).collect()
}
