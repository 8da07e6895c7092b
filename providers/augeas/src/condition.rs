//! Owns the question of `onlyif`: what is asked of augtool, and what the answer means.

use marotte_sdk::{Error, Result};

use crate::line::{list, words};
use crate::script::path;

/// A condition, taken apart.
pub(crate) struct Condition {
    words: Vec<String>,
}

impl Condition {
    pub(crate) fn parse(line: &str, context: &str) -> Result<Self> {
        let words = words(line, context)?;
        let known = ["get", "values", "match"];
        match words.first() {
            Some(command) if known.contains(&command.as_str()) => Ok(Self { words }),
            other => Err(Error::invalid(format!("Unknown command {}", other.map_or("", String::as_str)))),
        }
    }

    /// Returns the line that asks.
    pub(crate) fn question(&self) -> String {
        let command = if self.words[0] == "get" { "get" } else { "match" };
        format!("{command} {}", path(&self.words[1]))
    }

    /// Tells whether the answer is a yes.
    pub(crate) fn holds(&self, answer: &str) -> Result<bool> {
        let path = &self.words[1];
        if self.words[0] == "get" {
            let value = answer.trim_end_matches('\n').strip_prefix(path.as_str()).unwrap_or_default();
            return compare(value.strip_prefix(" = ").unwrap_or_default(), &self.words[2], &self.words[3]);
        }
        let found = answer.lines().filter(|line| *line != "  (no matches)").map(|line| pair(line, path));
        let found: Vec<(String, String)> = found.collect();
        let clause = words(&self.words[2], "")?;
        let [verb, given @ ..] = clause.as_slice() else {
            return Err(Error::invalid(format!("Invalid command: {}", self.words.join(" "))));
        };
        let of_matches = self.words[0] == "match";
        let values: Vec<&String> = found.iter().map(|(path, value)| if of_matches { path } else { value }).collect();
        let argument = given.first().map_or("", String::as_str);
        let is_list = |argument: &str| Ok::<bool, Error>(values.iter().copied().eq(&list(argument)?));
        match verb.as_str() {
            "size" if of_matches => {
                let number = given.get(1).map_or("", String::as_str);
                compare(&values.len().to_string(), argument, number)
            }
            "include" => Ok(values.iter().any(|value| *value == argument)),
            "not_include" => Ok(!values.iter().any(|value| *value == argument)),
            "==" => is_list(argument),
            "!=" => is_list(argument).map(|is_equal| !is_equal),
            _ => Err(Error::invalid(format!("Invalid command: {}", self.words.join(" ")))),
        }
    }
}

/// Takes an answer of `match` apart: the path, and the value.
fn pair(line: &str, _asked: &str) -> (String, String) {
    let (path, value) = line.split_once(" = ").unwrap_or((line, ""));
    (path.to_owned(), if value == "(none)" { String::new() } else { value.to_owned() })
}

/// Compares as numbers where both are, else as texts.
fn compare(is: &str, comparator: &str, should: &str) -> Result<bool> {
    let number = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
        text.parse::<f64>().ok().filter(|_| is_number)
    };
    let order = match (number(is), number(should)) {
        (Some(is), Some(should)) => is.partial_cmp(&should),
        _ => Some(is.cmp(should)),
    };
    Ok(match comparator {
        "==" => is == should,
        "!=" => is != should,
        "<" => order.is_some_and(std::cmp::Ordering::is_lt),
        "<=" => order.is_some_and(std::cmp::Ordering::is_le),
        ">" => order.is_some_and(std::cmp::Ordering::is_gt),
        ">=" => order.is_some_and(std::cmp::Ordering::is_ge),
        other => return Err(Error::invalid(format!("The comparator {other} is not supported"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(line: &str, answer: &str) -> bool {
        Condition::parse(line, "/files/").unwrap().holds(answer).unwrap()
    }

    #[test]
    fn one_value_is_compared() {
        assert!(holds("get a == 'x y'", "/files/a = x y\n"));
        assert!(!holds("get a != x", "/files/a = x\n"));
        assert!(holds("get a > 9", "/files/a = 10\n"));
        assert!(holds("get a == ''", "/files/a (o)\n"));
        assert!(holds("get a == ''", "/files/a (none)\n"));
        assert!(Condition::parse("get a =~ x", "").unwrap().holds("").is_err());
    }

    #[test]
    fn several_are_counted_and_looked_through() {
        let found = "/files/a/1 = x\n/files/a/2 = (none)\n/files/a/3 = y z\n";
        assert!(holds("match a/* size == 3", found));
        assert!(holds("match a/* size == 0", "  (no matches)\n"));
        assert!(holds("match a/* include /files/a/2", found));
        assert!(holds("match a/* not_include /files/a/4", found));
        assert!(holds("values a/* include 'y z'", found));
        assert!(holds("values a/* == ['x', '', 'y z']", found));
        assert!(holds("values a/* != ['x']", found));
        assert!(holds("match a/* == []", "  (no matches)\n"));
    }

    #[test]
    fn other_questions_are_refused() {
        assert!(Condition::parse("set a b", "").is_err());
        assert!(Condition::parse("values a size > 1", "").unwrap().holds("").is_err());
    }

    #[test]
    fn the_path_is_asked_for() {
        let question = |line: &str| Condition::parse(line, "/files/").unwrap().question();
        assert_eq!(question("get a/b == c"), "get /files/a/b");
        assert_eq!(question("values '/x y' include c"), "match /x\\ y");
    }
}
