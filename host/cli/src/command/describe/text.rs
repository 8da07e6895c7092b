//! Text layout of `describe`: headings, wrapped paragraphs, the list of types and grants.

use std::fmt::Write as _;
use std::sync::Arc;

use catalog::schema::TypeSchema;

/// Maximum length of a summary in the list of types, as in Puppet.
const SUMMARY: usize = 45;

/// Lists types, with a summary each.
pub(super) fn list(types: &[Arc<TypeSchema>]) -> String {
    let mut text = String::from("These are the types known to marotte:\n");
    for schema in types {
        let _ = writeln!(text, "{:15} - {}", schema.name, summary(&schema.docs));
    }
    text
}

/// Returns the first sentence, shortened if it is too long.
fn summary(docs: &str) -> String {
    let docs = docs.split_whitespace().collect::<Vec<_>>().join(" ");
    // A dot within a word does not end a sentence.
    let sentence = docs.split(". ").next().unwrap_or_default();
    let sentence = sentence.strip_suffix('.').unwrap_or(sentence);
    if docs.is_empty() {
        ".. no documentation ..".to_owned()
    } else if sentence.chars().count() > SUMMARY {
        docs.chars().take(SUMMARY).chain(" ...".chars()).collect()
    } else {
        sentence.to_owned()
    }
}

/// The width to which texts are wrapped, as in Puppet.
const WIDTH: usize = 78;

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
