//! Short forms of digests in messages and values, for display.

/// Number of digits of a digest that are shown.
const SHORT_DIGEST: usize = 12;

/// Number of digits of the shortest digest, that of MD5.
const MD5_DIGITS: usize = 32;

/// Shortens digests in a message of one line for display: `{sha256}` and the first 12 of its hexadecimal digits.
#[must_use]
pub fn short_digests(message: &str) -> String {
    // The lines of a diff are shown as they are.
    if message.contains('\n') {
        return message.to_owned();
    }
    let mut text = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((algorithm, digits)) = rest.find('}').map(|end| rest.split_at(end + 1)) {
        text.push_str(algorithm);
        let is_algorithm =
            algorithm.rsplit_once('{').is_some_and(|(_, name)| name.starts_with("sha") || name.starts_with("md5"));
        let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
        rest = digits;
        if is_algorithm && length >= MD5_DIGITS {
            text.push_str(&digits[..SHORT_DIGEST]);
            text.push('…');
            rest = &digits[length..];
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::short_digests;

    #[test]
    fn digests_are_shortened_in_messages_of_one_line() {
        let digits = "0123456789abcdef".repeat(4);
        let message = format!("content changed '{{sha256}}{digits}' to '{{md5}}{}'", &digits[..32]);
        assert_eq!(short_digests(&message), "content changed '{sha256}0123456789ab…' to '{md5}0123456789ab…'");
        for text in [
            "{sha256}012345",
            "${name} {mtime}2026-11-26",
            &format!("{{key}}{digits}"),
            &format!("a\n+{{sha256}}{digits}"),
        ] {
            assert_eq!(short_digests(text), text);
        }
    }
}
