//! Long texts: processing time stays linear, and texts that are too long are rejected.

use syntax::{MAXIMUM_TEXT, Mode, SourceFile, SourceId, parse};

/// Returns the first issue of a text, and the number of issues.
fn issues(text: String, mode: Mode) -> (&'static str, usize) {
    let source = SourceFile::new(SourceId(0), "long.pp", text);
    let (_, diagnostics) = parse(&source, mode);
    (diagnostics.first().map_or("", |diagnostic| diagnostic.issue), diagnostics.len())
}

#[test]
fn many_heredocs_on_a_line_are_linear() {
    let many = 50_000;
    assert_eq!(issues("@(E) ".repeat(many), Mode::Manifest).0, "HEREDOC_WITHOUT_TEXT");
    assert_eq!(issues("@(E) ".repeat(many) + "\ntext\n", Mode::Manifest).0, "HEREDOC_WITHOUT_END_TAGGED_LINE");
    let tags: String = (0..many).map(|number| format!("@(E{number}) ")).collect();
    assert_eq!(issues(tags + "\n" + &"text\n".repeat(many), Mode::Manifest).0, "HEREDOC_WITHOUT_END_TAGGED_LINE");
    let whole = format!("$x = [{}]\n{}", "@(E), ".repeat(many), "E\n".repeat(many));
    assert_eq!(issues(whole, Mode::Manifest), ("", 0));
}

#[test]
fn many_slashes_without_a_regex_are_linear() {
    assert_eq!(issues("/\\".repeat(100_000), Mode::Manifest).0, "SYNTAX_ERROR");
    assert_eq!(issues(format!("$x = 1{}", " / 1".repeat(1_000)), Mode::Manifest), ("", 0));
}

#[test]
fn strings_beyond_the_limit_are_rejected() {
    let text = "a".repeat(MAXIMUM_TEXT + 1);
    for (code, mode) in [
        (format!("$x = '{text}'"), Mode::Manifest),
        (format!("$x = \"{text}\""), Mode::Manifest),
        (format!("$x = \"$y {text}\""), Mode::Manifest),
        (format!("$x = @(E)\n{text}\nE\n"), Mode::Manifest),
        (format!("<% $x %>{text}"), Mode::Epp),
    ] {
        let start: String = code.chars().take(12).collect();
        assert_eq!(issues(code, mode).0, "TEXT_TOO_LONG", "{start}");
    }
    assert_eq!(issues(format!("$x = '{}'", &text[..MAXIMUM_TEXT - 2]), Mode::Manifest), ("", 0));
}
