//! Validation of a `tidy` resource before files are read.

use marotte_sdk::normal_path;
use marotte_sdk::prelude::*;

use crate::attribute::Recurse;
use crate::schema::{Tidy, TidyAttribute};

impl Canonicalize for Tidy {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        match normal_path(&row.path) {
            Some(path) if path != row.path => row.path = path,
            Some(_) => {}
            None => {
                let message = format!("File paths must be fully qualified, not '{}'", row.path);
                problems.error(row, TidyAttribute::Path, message);
            }
        }
        let goes_nowhere = matches!(row.recurse, None | Some(Recurse::No | Recurse::Levels(0)));
        if row.matches.is_some() && goes_nowhere {
            let message = "Tidy can't use matches with recurse 0, false, or undef";
            problems.error(row, TidyAttribute::Matches, message);
        }
    }
}
