//! Layout of texts for a terminal of a given width.

/// The width of texts if the terminal is wider or unknown.
pub(crate) const WIDTH: usize = 100;

/// The narrowest column of a table that is wrapped.
const COLUMN: usize = 20;

/// Wraps a text at a width: joins the lines of a paragraph or of an item (`  - `), and continues a line of a table in its
/// last column.
pub(crate) fn reflow(text: &str, width: usize) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.lines() {
        match paragraphs.last_mut() {
            Some(last) if continues(last, line) => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            _ => paragraphs.push(line.to_owned()),
        }
    }
    paragraphs.iter().map(|paragraph| wrap(paragraph, width) + "\n").collect()
}

fn continues(paragraph: &str, line: &str) -> bool {
    let is_item = |line: &str| line.starts_with("  - ");
    let is_text = |line: &str| !line.is_empty() && !line.starts_with([' ', '#']);
    is_text(paragraph) && is_text(line) || is_item(paragraph) && line.starts_with("    ")
}

/// Wraps one line.
fn wrap(line: &str, width: usize) -> String {
    let content = line.trim_start();
    let before = line.len() - content.len();
    let hanging = match content.rfind("  ") {
        _ if content.starts_with("- ") => before + 2,
        Some(gap) => before + gap + 2,
        None => before,
    };
    if line.chars().count() <= width || hanging + COLUMN > width {
        return line.to_owned();
    }
    let (first, rest) = (&line[..before], " ".repeat(hanging));
    let options = textwrap::Options::new(width).initial_indent(first).subsequent_indent(&rest);
    textwrap::fill(content, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_items_are_joined_before_they_are_wrapped() {
        let text = "# A\n\none two three\nfour five six\n\n  - a b c d e f g h\n    i j k l\n  - g\n";
        let wrapped = "# A\n\none two three four five\nsix\n\n  - a b c d e f g h i j k\n    l\n  - g\n";
        assert_eq!(reflow(text, 25), wrapped);
    }

    #[test]
    fn tables_continue_in_their_last_column() {
        assert_eq!(reflow("    1  the run did not start today\n", 27), "    1  the run did not\n       start today\n");
        assert_eq!(reflow("    marotte undo\n", 80), "    marotte undo\n");
    }
}
