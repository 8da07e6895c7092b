//! `doctor`: the active kernel protections, and a test of whether they are effective.

use std::env;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use launcher::{Attempt, Mechanism, Protections};
use serde_json::json;

use crate::console::Console;
use crate::exit;

/// The result of one forbidden operation.
struct ProbeResult {
    attempt: Attempt,
    is_refused: bool,
    reason: String,
}

/// Prints the protections of queries and runs the self-test of their sandbox.
///
/// # Errors
/// Returns an error if the self-test cannot be started.
pub(crate) fn run(console: &mut Console) -> Result<ExitCode> {
    console.log_to_stderr();
    let protections = Protections::detect();
    let missing = protections.missing();
    let tested = if missing.is_none() { self_test(&protections)? } else { Vec::new() };
    let is_sound = missing.is_none() && tested.iter().all(|tested| tested.is_refused);
    if console.is_structured() {
        console.print_data(&as_json(&protections, &tested));
    } else {
        console.print(&as_text(&protections, &tested));
    }
    if let Some(missing) = missing {
        let hint = "Queries are refused unless the setting noop_guards is 'free'";
        console.log(catalog::Level::Err, "", &format!("{missing}. {hint}"));
    }
    Ok(ExitCode::from(if is_sound { exit::SUCCESS } else { exit::FAILURE }))
}

fn self_test(protections: &Protections) -> Result<Vec<ProbeResult>> {
    let executable = env::current_exe().context("Could not find the program itself")?;
    let temporary = env::var_os("TMPDIR").map_or_else(|| "/tmp".into(), PathBuf::from);
    let name = format!("marotte-doctor-{}", std::process::id());
    let results = launcher::self_test(protections, &executable, &temporary, &name)?;
    Ok(results.into_iter().map(|(attempt, is_refused, reason)| ProbeResult { attempt, is_refused, reason }).collect())
}

/// Returns the release of the kernel.
fn kernel() -> String {
    rustix::system::uname().release().to_string_lossy().into_owned()
}

fn as_text(protections: &Protections, tested: &[ProbeResult]) -> String {
    let mut text =
        format!("Kernel {}, Landlock interface {}\n\nProtections of queries\n", kernel(), protections.landlock());
    for (protection, mechanism) in protections.list() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {:<20} {mechanism}", protection.name());
    }
    if !tested.is_empty() {
        text.push_str("\nSelf-test\n");
    }
    for ProbeResult { attempt, is_refused, reason } in tested {
        let result = if *is_refused { format!("refused: {reason}") } else { "NOT REFUSED".to_owned() };
        let _ = writeln!(text, "  {:<45} {result}", attempt.description());
    }
    text
}

fn as_json(protections: &Protections, tested: &[ProbeResult]) -> serde_json::Value {
    let list = protections.list();
    let enforced: serde_json::Map<String, serde_json::Value> = list
        .iter()
        .map(|(protection, mechanism)| {
            let mechanism = (*mechanism != Mechanism::Missing).then(|| mechanism.to_string());
            (protection.name().to_owned(), json!(mechanism))
        })
        .collect();
    let tests: Vec<_> = tested
        .iter()
        .map(|tested| json!({ "operation": tested.attempt.description(), "refused": tested.is_refused, "reason": tested.reason }))
        .collect();
    json!({ "kernel": kernel(), "landlock": protections.landlock(), "protections": enforced, "self_test": tests })
}
