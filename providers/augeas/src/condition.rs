//! The condition of `onlyif`: the augtool commands, and the evaluation of their output.

use marotte_sdk::regex::Regex;
use marotte_sdk::{Error, Result};

use crate::line::{list, words};
use crate::script::path;

/// A parsed condition.
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

    /// Returns the augtool command that queries the tree.
    pub(crate) fn question(&self) -> String {
        let command = if self.words[0] == "get" { "get" } else { "match" };
        format!("{command} {}", path(&self.words[1]))
    }

    /// Evaluates the condition with the output of the query.
    pub(crate) fn holds(&self, answer: &str) -> Result<bool> {
        let path = &self.words[1];
        if self.words[0] == "get" {
            let value = answer.trim_end_matches('\n').strip_prefix(path.as_str()).unwrap_or_default();
            return compare(value.strip_prefix(" = ").unwrap_or_default(), &self.words[2], &self.words[3]);
        }
        let found = pairs(answer);
        let clause = words(&self.words[2], "")?;
        let [verb, given @ ..] = clause.as_slice() else {
            return Err(Error::invalid(format!("Invalid command: {}", self.words.join(" "))));
        };
        let of_matches = self.words[0] == "match";
        let pick = |(path, value): (String, Option<String>)| if of_matches { Some(path) } else { value };
        let values: Vec<Option<String>> = found.into_iter().map(pick).collect();
        let argument = given.first().map_or("", String::as_str);
        let has = |argument: &str| values.iter().flatten().any(|value| value == argument);
        let is_list = |argument: &str| {
            let wanted: Vec<Option<String>> = list(argument)?.into_iter().map(Some).collect();
            Ok::<bool, Error>(values == wanted)
        };
        match verb.as_str() {
            "size" if of_matches => {
                let number = given.get(1).map_or("", String::as_str);
                compare(&values.len().to_string(), argument, number)
            }
            "include" => Ok(has(argument)),
            "not_include" => Ok(!has(argument)),
            "==" => is_list(argument),
            "!=" => is_list(argument).map(|is_equal| !is_equal),
            _ => Err(Error::invalid(format!("Invalid command: {}", self.words.join(" ")))),
        }
    }
}

/// Parses the output of `match`: paths, each with its value, if any. A line that does not begin with a path
/// continues the previous value.
fn pairs(answer: &str) -> Vec<(String, Option<String>)> {
    let mut pairs: Vec<(String, Option<String>)> = Vec::new();
    for line in answer.lines().filter(|line| *line != "  (no matches)") {
        match (pairs.last_mut(), line.split_once(" = ")) {
            (_, Some((path, "(none)"))) if path.starts_with('/') => pairs.push((path.to_owned(), None)),
            (_, Some((path, value))) if path.starts_with('/') => pairs.push((path.to_owned(), Some(value.to_owned()))),
            (Some((_, Some(value))), _) => value.extend(["\n", line]),
            _ => pairs.push((line.to_owned(), None)),
        }
    }
    pairs
}

/// Compares two values. The order is numeric if both are numbers, otherwise lexical.
fn compare(is: &str, comparator: &str, should: &str) -> Result<bool> {
    let order = match (number(is), number(should)) {
        (Some(is), Some(should)) => is.partial_cmp(&should),
        _ => Some(is.cmp(should)),
    };
    Ok(match comparator {
        "==" => is == should,
        "!=" => is != should,
        "=~" => Regex::new(should)?.is_match(is)?,
        "<" => order.is_some_and(std::cmp::Ordering::is_lt),
        "<=" => order.is_some_and(std::cmp::Ordering::is_le),
        ">" => order.is_some_and(std::cmp::Ordering::is_gt),
        ">=" => order.is_some_and(std::cmp::Ordering::is_ge),
        other => return Err(Error::invalid(format!("The comparator {other} is not supported"))),
    })
}

/// Parses a decimal number with an optional sign and fraction.
fn number(text: &str) -> Option<f64> {
    let is_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let bare = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = bare.split_once('.').unwrap_or((bare, "0"));
    text.parse().ok().filter(|_| is_digits(whole) && is_digits(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(line: &str, answer: &str) -> bool {
        Condition::parse(line, "/files/").unwrap().holds(answer).unwrap()
    }

    #[test]
    fn get_compares_one_value() {
        assert!(holds("get a == 'x y'", "/files/a = x y\n"));
        assert!(!holds("get a != x", "/files/a = x\n"));
        assert!(holds("get a > 9", "/files/a = 10\n"));
        assert!(holds("get a == ''", "/files/a (o)\n"));
        assert!(holds("get a == ''", "/files/a (none)\n"));
        assert!(holds("get a =~ '^x.y$'", "/files/a = x y\n"));
        assert!(Condition::parse("get a =~ (", "").unwrap().holds("").is_err());
    }

    #[test]
    fn match_and_values_count_and_search_nodes() {
        let found = "/files/a/1 = x\n/files/a/2 = (none)\n/files/a/3 = y z\n";
        assert!(holds("match a/* size == 3", found));
        assert!(holds("match a/* size == 0", "  (no matches)\n"));
        assert!(holds("match a/* include /files/a/2", found));
        assert!(holds("match a/* not_include /files/a/4", found));
        assert!(holds("values a/* include 'y z'", found));
        assert!(
            !holds("values a/* == ['x', '', 'y z']", found),
            "a node without a value does not have the empty value"
        );
        assert!(holds("values a/* == ['x', 'y z']", "/files/a/1 = x\n/files/a/2 = y z\n"));
        assert!(holds("values a/* include 'x\ny'", "/files/a/1 = x\ny\n"));
        assert!(holds("values a/* != ['x']", found));
        assert!(holds("match a/* == []", "  (no matches)\n"));
    }

    #[test]
    fn unsupported_conditions_are_rejected() {
        assert!(Condition::parse("set a b", "").is_err());
        assert!(Condition::parse("values a size > 1", "").unwrap().holds("").is_err());
    }

    #[test]
    fn query_uses_the_full_path() {
        let question = |line: &str| Condition::parse(line, "/files/").unwrap().question();
        assert_eq!(question("get a/b == c"), "get /files/a/b");
        assert_eq!(question("values '/x y' include c"), "match /x\\ y");
    }
}
