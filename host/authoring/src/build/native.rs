//! Native tests of projects, which need no component.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use launcher::StreamMode;

use super::cargo::tool;
use super::{CrateSource, language};
use crate::Language;

/// Runs the tests of a project, which print their own messages. A project without tests passes.
///
/// # Errors
/// Returns an error if the directory is not a project, the tool is missing, or a test fails.
pub fn test(directory: &Path, crates: CrateSource) -> Result<()> {
    let (program, mut arguments) = match language(directory)? {
        Language::Rust => ("cargo", vec!["test", "--quiet"]),
        Language::JavaScript => ("npm", vec!["run", "--silent", "--if-present", "test"]),
        Language::Python if has_tests(directory)? => ("python3", vec!["-m", "unittest"]),
        Language::Python => return Ok(()),
    };
    if program == "cargo" && crates.is_offline {
        arguments.push("--offline");
    }
    let mut launch = tool(program, arguments.into_iter().map(str::to_owned).collect(), directory)?;
    (launch.output, launch.errors) = (StreamMode::Inherited, StreamMode::Inherited);
    let output = launch.run().with_context(|| format!("Could not run '{program}'"))?;
    if output.status != 0 {
        bail!("The tests of the project failed; the messages of '{program}' are above");
    }
    Ok(())
}

/// Returns whether a Python project has files that unittest finds: with no tests, it reports a failure.
fn has_tests(directory: &Path) -> Result<bool> {
    let entries = fs::read_dir(directory).with_context(|| format!("Could not read '{}'", directory.display()))?;
    let is_test = |name: &str| name.starts_with("test") && Path::new(name).extension().is_some_and(|kind| kind == "py");
    Ok(entries.flatten().any(|entry| entry.file_name().to_str().is_some_and(is_test)))
}
