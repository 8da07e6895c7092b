//! Validation of a row before the file is read.

use marotte_sdk::prelude::*;
use marotte_sdk::regex::Regex;

use crate::encoding::Encoding;
use crate::{Ensure, FileLine, FileLineAttribute, Switch};

impl Canonicalize for FileLine {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.replace_all_matches_not_matching_line.is_on() {
            if row.multiple == Some(Switch::False) {
                let message = "multiple must be true when replace_all_matches_not_matching_line is true";
                problems.error(row, None, message);
            }
            if !row.replace.is_on() {
                problems.error(row, None, "replace must be true when replace_all_matches_not_matching_line is true");
            }
        }
        let is_by_pattern = row.ensure == Ensure::Absent && row.match_for_absence.is_on() && row.pattern.is_some();
        if row.line.is_none() && !is_by_pattern {
            problems.error(row, None, "line is a required attribute");
        }
        if row.path.is_none() {
            problems.error(row, None, "path is a required attribute");
        }
        // A trailing newline is removed. A text with several lines would never equal a line of the file.
        if let Some(Text::Clear(line)) = row.line.clone() {
            let bare = line.strip_suffix('\n').unwrap_or(&line);
            if bare.contains('\n') {
                problems.error(row, FileLineAttribute::Line, "line cannot include newlines");
            } else if bare.len() < line.len() {
                row.line = Some(Text::Clear(bare.to_owned()));
            }
        }
        let patterns = [(FileLineAttribute::Pattern, &row.pattern), (FileLineAttribute::After, &row.after)];
        let faults =
            patterns.map(|(attribute, pattern)| Some((attribute, Regex::new(pattern.as_ref()?).err()?.to_string())));
        for (attribute, message) in faults.into_iter().flatten() {
            problems.error(row, attribute, message);
        }
        if Encoding::named(&row.encoding).is_none() {
            let message = format!(
                "unknown encoding name - {}. Valid encodings are UTF-8, US-ASCII and ISO-8859-1.",
                row.encoding
            );
            problems.error(row, FileLineAttribute::Encoding, message);
        }
    }
}
