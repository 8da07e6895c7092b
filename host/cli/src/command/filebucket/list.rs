//! `filebucket list`: the stored contents, with digest, time and path.

use anyhow::{Result, anyhow};
use catalog::Level;
use engine::clock::{self, LocalZone};

use super::{open, settings};
use crate::args::FilebucketList;
use crate::console::Console;

/// Prints the contents that were stored between two times.
///
/// # Errors
/// Returns an error if a time is not valid, or the bucket cannot be read.
pub(super) fn run(arguments: &FilebucketList, console: &mut Console) -> Result<()> {
    let bucket = open(&arguments.place, &settings(&arguments.place, console)?)?;
    let zone = LocalZone::system();
    let time = |text: &Option<String>, name: &str| match text {
        Some(text) => clock::parse(text, &zone).map(Some).ok_or_else(|| anyhow!("Error while parsing '{name}'")),
        None => Ok(None),
    };
    let (from, to) = (time(&arguments.fromdate, "fromdate")?, time(&arguments.todate, "todate")?);
    let mut lines = String::new();
    let entries = bucket.list()?;
    if entries.is_empty() {
        let message = format!("The filebucket in '{}' is empty", bucket.directory.display());
        console.log(Level::Notice, "", &message);
    }
    for kept in entries {
        if from.is_none_or(|from| from <= kept.time) && to.is_none_or(|to| kept.time <= to) {
            lines += &format!("{} {} {}\n", kept.digest, zone.time(kept.time).plain(), kept.path);
        }
    }
    console.print_untrusted(&lines);
    Ok(())
}
