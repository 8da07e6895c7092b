//! Validation of embedded texts in other languages, such as heredocs with a syntax.

use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::source::SourceFile;
use crate::span::Span;
use crate::{Mode, parse};

/// Maximum nesting depth of JSON arrays and objects.
const JSON_NESTING: usize = 100;

/// Checks a text of a named syntax: `json`, `base64`, `pp`, `epp`, and names with a prefix such as
/// `data+json`. Other syntaxes are not checked.
///
/// The parser checks heredocs without interpolation; an evaluator must check the others.
pub fn check_external_syntax(text: &str, syntax: &str, at: Span) -> Option<Diagnostic> {
    let (issue, fault) = match syntax.rsplit('+').next()? {
        "json" => {
            let fault = json_fault(text)?;
            let shown: String = text[fault..].chars().take(80).collect();
            let shown = shown.replace("\r\n", "\\n").replace('\n', "\\n");
            let fault =
                format!("JSON syntax checker: Cannot parse invalid JSON string. \"unexpected token at '{shown}'\"");
            ("ILLEGAL_JSON", fault)
        }
        "base64" => ("ILLEGAL_BASE64", format!("Base64 syntax checker: {}", base64_fault(text)?)),
        "pp" => ("ILLEGAL_PP", format!("PP syntax checker: \"{}\"", code_fault(text, Mode::Manifest)?)),
        "epp" => ("ILLEGAL_EPP", format!("EPP syntax checker: \"{}\"", code_fault(text, Mode::Epp)?)),
        _ => return None,
    };
    Some(issue::invalid_produced_text(syntax, issue, &fault, at))
}

/// Returns the first error in code. The recursion ends because heredocs are shorter than the code that contains them.
fn code_fault(text: &str, mode: Mode) -> Option<String> {
    let source = SourceFile::new(crate::SourceId::default(), "", text);
    let (_, diagnostics) = crate::parser::on_enough_stack(|| parse(&source, mode));
    let error = diagnostics.into_iter().find(Diagnostic::is_error)?;
    let place = error.span.map(|span| source.position(span.lo));
    Some(match place {
        Some(place) => format!("{} (line: {}, column: {})", error.message, place.line, place.column),
        None => error.message,
    })
}

fn base64_fault(text: &str) -> Option<&'static str> {
    let bytes: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'?').collect();
    let content = bytes.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).count();
    let padding = bytes[content..].iter().take_while(|&&byte| byte == b'=').count();
    if content + padding == bytes.len() && padding <= 2 && bytes.len().is_multiple_of(4) {
        return None;
    }
    Some(if (bytes.len() * 8).is_multiple_of(6) {
        "Cannot parse invalid Base64 string - contains letters outside strict base 64 range (or whitespace)"
    } else {
        "Cannot parse invalid Base64 string - padding is not correct"
    })
}

/// Returns the offset at which a text ceases to be valid JSON.
fn json_fault(text: &str) -> Option<usize> {
    let mut json = Json { bytes: text.as_bytes(), at: 0 };
    let valid = json.value(0).and_then(|()| {
        json.blanks();
        (json.at == json.bytes.len()).then_some(())
    });
    match valid {
        Some(()) => None,
        None => Some((json.at.min(text.len())..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0)),
    }
}

/// A JSON recogniser; `at` is the position reached. Each method returns `None` if the text is invalid.
struct Json<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Json<'_> {
    fn blanks(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.blanks();
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    /// The recursion is bounded by the depth limit.
    fn value(&mut self, depth: usize) -> Option<()> {
        match self.peek()? {
            b'{' if depth < JSON_NESTING => self.items(b'}', |json| {
                json.string()?;
                json.eat(b':')?;
                json.value(depth + 1)
            }),
            b'[' if depth < JSON_NESTING => self.items(b']', |json| json.value(depth + 1)),
            b'"' => self.string(),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            b'-' | b'0'..=b'9' => self.number(),
            _ => None,
        }
    }

    fn items(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.at += 1;
        if self.eat(close).is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            if self.eat(close).is_some() {
                return Some(());
            }
            self.eat(b',')?;
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.bytes[self.at..].starts_with(word).then(|| self.at += word.len())
    }

    fn string(&mut self) -> Option<()> {
        self.eat(b'"')?;
        loop {
            match self.bytes.get(self.at)? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.escape()?,
                0..=0x1F => return None,
                _ => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        let length = match self.bytes.get(self.at + 1)? {
            b'u' => {
                let digits = self.bytes.get(self.at + 2..self.at + 6)?;
                digits.iter().all(u8::is_ascii_hexdigit).then_some(6)?
            }
            _ => 2,
        };
        self.at += length;
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        if self.bytes[self.at] == b'-' {
            self.at += 1;
        }
        let whole = self.digits();
        if whole == 0 || whole > 1 && self.bytes[self.at - whole] == b'0' {
            return None;
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            (self.digits() > 0).then_some(())?;
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            (self.digits() > 0).then_some(())?;
        }
        Some(())
    }

    fn digits(&mut self) -> usize {
        let count = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        count
    }
}

#[cfg(test)]
mod tests {
    use super::check_external_syntax;
    use crate::Span;

    fn is_valid(text: &str, syntax: &str) -> bool {
        check_external_syntax(text, syntax, Span::default()).is_none()
    }

    #[test]
    fn json_is_checked() {
        for text in
            ["{}", "[]", " [1, -2.5e+3, \"a\\u00e9\\n\", true, false, null] ", "{\"a\": {\"b\": []}}", "0", "\"\""]
        {
            assert!(is_valid(text, "json"), "{text}");
            assert!(is_valid(text, "data+json"), "{text}");
        }
        for text in
            ["", "{", "[1,]", "{a: 1}", "{\"a\" 1}", "01", "1.", "+1", "\"\t\"", "\"\\u12\"", "[1] 2", "nul", "é"]
        {
            assert!(!is_valid(text, "json"), "{text}");
        }
        assert!(is_valid(&format!("{}1{}", "[".repeat(100), "]".repeat(100)), "json"));
        assert!(!is_valid(&format!("{}1{}", "[".repeat(101), "]".repeat(101)), "json"));
    }

    #[test]
    fn base64_is_checked() {
        assert!(is_valid("aGVs\nbG8=\n", "base64"));
        assert!(!is_valid("aGVsbG8", "base64"));
        assert!(!is_valid("aGV*bG8=", "base64"));
    }

    #[test]
    fn code_is_checked() {
        assert!(is_valid("$a = 1", "pp"));
        assert!(!is_valid("$a = ", "pp"));
        assert!(is_valid("a <%= $b %>", "epp"));
        assert!(!is_valid("a <%= %>", "epp"));
        assert!(is_valid("whatever", "toml"));
        assert!(is_valid("whatever", ""));
    }
}
