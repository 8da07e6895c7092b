//! Messages of the lexer.

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::span::Span;

/// Returns an error at `at` about the text `lo..hi`.
fn error_at(
    source: &SourceFile,
    issue: &'static str,
    message: impl Into<String>,
    at: usize,
    (lo, hi): (usize, usize),
) -> Diagnostic {
    let end = source.text().len();
    let at = at.min(end);
    let span = if (lo..=hi).contains(&at) { source.span(at, hi.min(end)) } else { source.span(at, at) };
    let diagnostic = Diagnostic::error(issue, message, span);
    if at == lo { diagnostic } else { diagnostic.with_label(source.span(lo, hi.min(end)), "this text") }
}

pub(crate) fn illegal_bom(source: &SourceFile) -> Option<Diagnostic> {
    let bytes = source.text().as_bytes();
    bytes.starts_with(b"\xEF\xBB\xBF").then(|| {
        let message =
            "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source";
        Diagnostic::error("ILLEGAL_BOM", message, source.span(0, 3))
            .with_hint("save the file as 'UTF-8 without BOM'; the three bytes are invisible in most editors")
    })
}

pub(crate) fn source_too_large(source: &SourceFile) -> Diagnostic {
    Diagnostic::error("SOURCE_TOO_LARGE", "The source is larger than 4 GiB, which is not supported", source.span(0, 0))
}

pub(crate) fn text_too_long(source: &SourceFile, (lo, hi): (usize, usize), limit: usize) -> Diagnostic {
    let message = format!("A string of {} bytes is too long; the limit is {limit}", hi - lo);
    Diagnostic::error("TEXT_TOO_LONG", message, source.span(lo, lo))
        .with_hint("move the text to a file and pass its path")
}

pub(crate) fn too_many_heredocs(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    Diagnostic::error(
        "SYNTAX_ERROR",
        "Too many heredocs without an end; the rest of the text is skipped",
        source.span(lo, hi),
    )
}

pub(crate) fn unclosed_comment(source: &SourceFile, lo: usize) -> Diagnostic {
    Diagnostic::error("UNCLOSED_MLCOMMENT", "Unclosed multiline comment", source.span(lo, lo + 2))
        .with_hint("end the comment with '*/'")
}

pub(crate) fn unclosed_quote(source: &SourceFile, quote: &str, after: usize, limit: usize, open: usize) -> Diagnostic {
    let rest = &source.text()[after..limit];
    let followed_by = if rest.is_empty() {
        "<eof>".to_owned()
    } else {
        let start: String = rest.chars().take(5).collect();
        format!("{start}...").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
    };
    let message = format!("Unclosed quote after {quote} followed by '{followed_by}'");
    let length = source.text()[open..].chars().next().map_or(0, char::len_utf8);
    Diagnostic::error("UNCLOSED_QUOTE", message, source.span(after, after))
        .with_label(source.span(open, open + length), "opened here, but not closed")
        .with_hint(
            "close the string with the quote it starts with; to write that quote inside, put a backslash before it",
        )
}

pub(crate) fn illegal_class_reference(source: &SourceFile, lo: usize, hi: usize, at: usize) -> Diagnostic {
    let qualified = source.text()[lo..].starts_with(':');
    let (issue, message) = if qualified {
        ("ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE", "Illegal fully qualified class reference")
    } else {
        ("ILLEGAL_CLASS_REFERENCE", "Illegal class reference")
    };
    error_at(source, issue, message, at, (lo, hi + 2))
        .with_hint("every part of a type name starts with a capital letter: 'Apache::Vhost'")
}

pub(crate) fn illegal_fully_qualified_name(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    let diagnostic = error_at(source, "ILLEGAL_FULLY_QUALIFIED_NAME", "Illegal fully qualified name", hi, (lo, hi))
        .with_hint("'::' must be followed by a letter");
    let before_digit = source.text()[hi..].starts_with(|next: char| next.is_ascii_digit());
    if before_digit { diagnostic.with_old_language() } else { diagnostic }
}

fn number(source: &SourceFile, issue: &'static str, text: &str, (lo, hi): (usize, usize)) -> Diagnostic {
    let message = format!("{text} {}", &source.text()[lo..hi]);
    Diagnostic::error(issue, message, source.span(lo, hi))
}

pub(crate) fn invalid_hex_number(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    number(source, "INVALID_HEX_NUMBER", "Not a valid hex number", (lo, hi))
        .with_hint("'0x' must be followed by digits from 0 to 9 or letters from a to f")
}

pub(crate) fn invalid_octal_number(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    number(source, "INVALID_OCTAL_NUMBER", "Not a valid octal number", (lo, hi)).with_hint(
        "a number that starts with 0 is octal and can only contain digits from 0 to 7; write a file mode as a string: '0644'",
    )
}

pub(crate) fn invalid_decimal_number(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    number(source, "INVALID_DECIMAL_NUMBER", "Not a valid decimal number", (lo, hi))
}

pub(crate) fn illegal_number(source: &SourceFile, lo: usize, hi: usize, at: usize) -> Diagnostic {
    let message = format!("Illegal number '{}'", &source.text()[lo..hi]);
    let diagnostic = error_at(source, "ILLEGAL_NUMBER", message, at, (lo, hi))
        .with_hint("a name cannot start with a digit; put it in quotes if it is meant as text");
    let is_name = source.text()[lo..hi].parse::<f64>().is_err();
    if is_name { diagnostic.with_old_language() } else { diagnostic }
}

pub(crate) fn infinite_number(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    let text = "Internal Error, NUMBER token does not contain a valid number,";
    number(source, "ILLEGAL_NUMBER", text, (lo, hi)).with_hint("it is larger than the largest supported number")
}

pub(crate) fn illegal_regex(source: &SourceFile, lo: usize, hi: usize, fault: &str) -> Diagnostic {
    let message = format!("{fault}: {}", &source.text()[lo..hi]);
    Diagnostic::error("ILLEGAL_REGEX", message, source.span(lo, hi))
        .with_hint("put a backslash before a character that is meant literally, for example '\\(' or '\\['")
}

pub(crate) fn unrecognized_escape(source: &SourceFile, at: usize, character: char) -> Diagnostic {
    let message = format!("Unrecognized escape sequence '\\{character}'");
    Diagnostic::warning("UNRECOGNIZED_ESCAPE", message, source.span(at, at + 1 + character.len_utf8()))
        .with_hint("to write a backslash, double it")
}

const UNICODE_ESCAPE: &str =
    "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff";

pub(crate) fn illegal_unicode_escape_kept(source: &SourceFile, at: usize) -> Diagnostic {
    Diagnostic::warning("ILLEGAL_UNICODE_ESCAPE", UNICODE_ESCAPE, source.span(at, at + 2))
}

pub(crate) fn illegal_unicode_escape(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    Diagnostic::error("ILLEGAL_UNICODE_ESCAPE", UNICODE_ESCAPE, source.span(hi, hi))
        .with_label(source.span(lo, hi), "in this text")
}

pub(crate) fn heredoc_unclosed_parenthesis(source: &SourceFile, lo: usize, limit: usize) -> Diagnostic {
    let start: String = source.text()[lo..limit].chars().take(5).collect();
    let followed_by = format!("{start}...").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
    let message = format!("Unclosed parenthesis after '@(' followed by '{followed_by}'");
    Diagnostic::error("HEREDOC_UNCLOSED_PARENTHESIS", message, source.span(lo, lo + 2))
}

pub(crate) fn heredoc_invalid_syntax(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    let message = "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])";
    error_at(source, "HEREDOC_INVALID_SYNTAX", message, hi, (lo, hi))
}

pub(crate) fn heredoc_empty_endtag(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    error_at(source, "HEREDOC_EMPTY_ENDTAG", "Heredoc with an empty endtag", hi, (lo, hi))
        .with_hint("name the line that ends the text: @(END)")
}

pub(crate) fn heredoc_multiple_escapes(source: &SourceFile, lo: usize, hi: usize, escapes: &str) -> Diagnostic {
    let message = format!("An escape char for @() may only appear once. Got '{escapes}'");
    error_at(source, "HEREDOC_MULTIPLE_AT_ESCAPES", message, hi, (lo, hi))
}

pub(crate) fn heredoc_invalid_escape(source: &SourceFile, lo: usize, hi: usize, escape: char) -> Diagnostic {
    let message = format!("Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{escape}'");
    error_at(source, "HEREDOC_INVALID_ESCAPE", message, hi, (lo, hi))
}

pub(crate) fn heredoc_without_text(source: &SourceFile, lo: usize, hi: usize) -> Diagnostic {
    let message = "Heredoc without any following lines of text";
    error_at(source, "HEREDOC_WITHOUT_TEXT", message, hi, (lo, hi))
        .with_hint("the text starts on the line after the tag and ends with a line that contains the tag")
}

pub(crate) fn heredoc_without_end(source: &SourceFile, start: usize, lo: usize, hi: usize, tag: &str) -> Diagnostic {
    let span = source.span(start, start);
    Diagnostic::error("HEREDOC_WITHOUT_END_TAGGED_LINE", "Heredoc without end-tagged line", span)
        .with_label(source.span(lo, hi), format!("no later line contains only '{tag}'"))
        .with_hint(format!("end the text with a line '| {tag}' or '{tag}'"))
}

pub(crate) fn heredoc_in_heredoc(source: &SourceFile, lo: usize, at: usize) -> Diagnostic {
    let message = "A heredoc inside the text of another one is not supported";
    Diagnostic::error("HEREDOC_IN_HEREDOC", message, source.span(lo, at))
        .with_hint("put the inner text into a variable first")
}

fn template(source: &SourceFile, issue: &'static str, message: &str, at: usize, open: usize) -> Diagnostic {
    let label: Span = source.span(open, open + 2);
    Diagnostic::error(issue, message, source.span(at, at))
        .with_label(label, "opened here")
        .with_hint("close the tag with '%>'; write '<%%' for the characters '<%' themselves")
}

pub(crate) fn epp_unbalanced_tag(source: &SourceFile, open: usize, limit: usize) -> Diagnostic {
    let message = "Unbalanced epp tag, reached <eof> without closing tag.";
    template(source, "EPP_UNBALANCED_TAG", message, limit, open)
}

pub(crate) fn epp_unbalanced_comment(source: &SourceFile, open: usize) -> Diagnostic {
    let message = "Reaching end after opening <%# without seeing %>";
    template(source, "EPP_UNBALANCED_COMMENT", message, open + 2, open)
}

pub(crate) fn epp_unbalanced_expression(source: &SourceFile, open: usize, limit: usize) -> Diagnostic {
    let message = "Unbalanced embedded expression - opening <% and reaching end of input";
    template(source, "EPP_UNBALANCED_EXPRESSION", message, limit, open)
}
