//! Text layout of `describe`: headings, wrapped paragraphs, summaries and grants.

use std::fmt::Write as _;

use registry::index::first_sentence;

/// Returns the first sentence without its dot.
pub(super) fn summary(docs: &str) -> String {
    let sentence = first_sentence(docs);
    let sentence = sentence.strip_suffix('.').unwrap_or(&sentence);
    if sentence.is_empty() { ".. no documentation ..".to_owned() } else { sentence.to_owned() }
}

/// The width to which texts are wrapped, as in Puppet.
pub(super) const WIDTH: usize = 78;

/// Writes a heading, underlined with `line`.
pub(super) fn heading(text: &mut String, title: &str, line: char) {
    let _ = writeln!(text, "\n{title}\n{}", line.to_string().repeat(title.len()));
}

/// Writes paragraphs, wrapped to [`WIDTH`].
pub(super) fn wrapped(text: &mut String, words: &str, indent: &str) {
    for paragraph in words.split("\n\n") {
        let options = textwrap::Options::new(WIDTH).initial_indent(indent).subsequent_indent(indent);
        let flat = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{}", textwrap::fill(&flat, options));
    }
}

/// Writes the grants of a type's providers.
pub(super) fn grants(text: &mut String, granted: &[String]) {
    if granted.is_empty() {
        return;
    }
    heading(text, "Grants", '-');
    for grant in granted {
        let _ = writeln!(text, "- {grant}");
    }
}
