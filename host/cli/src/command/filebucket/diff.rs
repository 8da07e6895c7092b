//! `filebucket diff`: the difference between two stored contents or files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use catalog::text_diff;
use engine::clock::LocalZone;

use super::{open, settings};
use crate::args::FilebucketDiff;
use crate::console::Console;

/// One side of a comparison.
struct Side {
    name: String,
    path: PathBuf,
    contents: Vec<u8>,
}

/// Prints a unified diff; nothing if the contents are equal.
///
/// # Errors
/// Returns an error if there are not exactly two arguments, or one of them cannot be read.
pub(super) fn run(arguments: &FilebucketDiff, console: &mut Console) -> Result<()> {
    let bucket = open(&arguments.place, &settings(&arguments.place, console)?)?;
    let [old, new] = &*arguments.sides else {
        bail!("Need exactly two arguments: filebucket diff <file_a> <file_b>");
    };
    let side = |name: &str| -> Result<Side> {
        let path = match Path::new(name) {
            path if path.exists() => path.to_path_buf(),
            _ => bucket.contents(name)?,
        };
        let contents = fs::read(&path).with_context(|| format!("Could not read '{}'", path.display()))?;
        Ok(Side { name: name.to_owned(), path, contents })
    };
    let (old, new) = (side(old)?, side(new)?);
    if old.contents == new.contents {
        return Ok(());
    }
    let (Ok(before), Ok(after)) = (std::str::from_utf8(&old.contents), std::str::from_utf8(&new.contents)) else {
        console.print_untrusted(&format!("Binary files {} and {} differ\n", old.name, new.name));
        return Ok(());
    };
    let zone = LocalZone::system();
    let header = |side: &Side| {
        let time = fs::metadata(&side.path).and_then(|metadata| metadata.modified());
        format!("{}\t{}", side.name, time.map_or_else(|_| String::new(), |time| zone.time(time).to_string()))
    };
    console.print_diff(&text_diff::unified(before, after, &header(&old), &header(&new)));
    Ok(())
}
