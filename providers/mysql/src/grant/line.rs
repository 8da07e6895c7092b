//! Parser for a line of the output of `SHOW GRANTS`, which takes quotes into account.

use super::privilege::split;

/// A grant as printed by a server.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) privileges: Vec<String>,
    pub(super) place: String,
    pub(super) user: String,
    pub(super) host: String,
    pub(super) hands_on: bool,
}

impl Line {
    /// Parses a line. Returns `None` if the line is not a grant on an object, such as a grant of a role.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("GRANT ")?;
        let (privileges, rest) = cut(rest, " ON ")?;
        let (place, rest) = cut(rest, " TO ")?;
        let (user, rest) = name(rest)?;
        let (host, rest) = name(rest.strip_prefix('@')?)?;
        Some(Self {
            privileges: split(privileges),
            place: bare(place),
            user,
            host,
            hands_on: rest.contains("WITH GRANT OPTION"),
        })
    }
}

/// Splits a text at the first occurrence of a word outside quotes.
fn cut<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut quote = None;
    for (place, character) in text.char_indices() {
        match quote {
            None if text[place..].starts_with(word) => return Some((&text[..place], &text[place + word.len()..])),
            None if matches!(character, '`' | '\'' | '"') => quote = Some(character),
            Some(open) if open == character => quote = None,
            _ => {}
        }
    }
    None
}

/// Parses a name, quoted or not, at the beginning of a text.
fn name(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|first| matches!(first, '`' | '\'' | '"'));
    let Some(quote) = quote else {
        let end = text.find(['@', ' ']).unwrap_or(text.len());
        return Some((text[..end].to_owned(), &text[end..]));
    };
    let mut name = String::new();
    let mut rest = &text[1..];
    loop {
        let end = rest.find(quote)?;
        name.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        // Quotes inside a name are doubled.
        let Some(more) = rest.strip_prefix(quote) else { return Some((name, rest)) };
        name.push(quote);
        rest = more;
    }
}

/// Removes all quotes.
fn bare(text: &str) -> String {
    text.replace(['`', '\'', '"'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<(String, String, bool)> {
        let line = Line::parse(line)?;
        let name = format!("{}@{}/{}", line.user, line.host, line.place);
        Some((name, line.privileges.join("|"), line.hands_on))
    }

    #[test]
    fn quotes_of_each_server_are_parsed() {
        let grant = |name: &str, privileges: &str, hands_on| Some((name.to_owned(), privileges.to_owned(), hands_on));
        let mysql5 =
            "GRANT SELECT, INSERT ON `app`.* TO 'app'@'localhost' IDENTIFIED BY PASSWORD '*X' WITH GRANT OPTION";
        assert_eq!(parsed(mysql5), grant("app@localhost/app.*", "INSERT|SELECT", true));
        let mariadb = "GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` IDENTIFIED VIA unix_socket WITH GRANT OPTION";
        assert_eq!(parsed(mariadb), grant("root@localhost/*.*", "ALL", true));
        let columns = "GRANT UPDATE (`b`, `a`), SELECT ON `a``b`.`t` TO `x ON y`@`%`";
        assert_eq!(parsed(columns), grant("x ON y@%/ab.t", "SELECT|UPDATE (a, b)", false));
        let escaped = "GRANT USAGE ON `a\\_b`.* TO `it's`@`h`";
        assert_eq!(parsed(escaped), grant("it's@h/a\\_b.*", "USAGE", false));
        let proxy = "GRANT PROXY ON ''@'%' TO 'root'@'localhost' WITH GRANT OPTION";
        assert_eq!(parsed(proxy), grant("root@localhost/@%", "PROXY", true));
        let function = "GRANT EXECUTE ON FUNCTION `app`.`f` TO `app`@`h`";
        assert_eq!(parsed(function), grant("app@h/FUNCTION app.f", "EXECUTE", false));
    }

    #[test]
    fn lines_that_are_not_grants_are_skipped() {
        for line in ["Grants for app@localhost", "GRANT `role` TO `app`@`h`", "garbage", "", "GRANT X ON y TO 'open"] {
            assert_eq!(parsed(line), None, "{line}");
        }
    }
}
