//! Escaping for HTML and SVG: markup has no effect, and invisible characters become visible.

/// Escapes a text for content and attributes.
pub(crate) fn escape(text: &str) -> String {
    let shown = crate::sanitize::printable(text);
    let mut visible = String::with_capacity(shown.len());
    for letter in shown.chars() {
        match letter {
            // `printable` keeps a carriage return before line breaks; in markup it would be a line break.
            '\r' => visible.push_str("\\r"),
            letter if is_invisible(letter) => visible.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => visible.push(letter),
        }
    }
    ruby::escape::html(&visible)
}

/// Returns whether a character is invisible or not allowed in XML.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            escape("<script>a && 'b' \"c\"</script>"),
            "&lt;script&gt;a &amp;&amp; &#39;b&#39; &quot;c&quot;&lt;/script&gt;"
        );
        assert_eq!(escape("\x1b[2J\0\u{202e}x\r\n\u{feff}"), "\\e[2J\\u0000\\u202ex\\r\n\\ufeff");
    }
}
