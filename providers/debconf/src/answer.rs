//! Responses of `debconf-communicate`: a line with a code and a text for each request.

use marotte_sdk::{Error, Result};

use crate::Seen;

/// The code of a response about a question that does not exist.
const NO_SUCH_QUESTION: u32 = 10;

/// The current answer to a question.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) value: String,
    pub(crate) seen: Seen,
}

impl Answer {
    /// Parses the responses to a request for the value of a question and for its flag. Returns `None` if the question
    /// does not exist.
    ///
    /// # Errors
    /// Returns an error if a response is missing, malformed, or reports a failure.
    pub(crate) fn parse(output: &str, question: &str) -> Result<Option<Self>> {
        // A value can have several lines.
        let (value, flag) = output.trim_end_matches('\n').rsplit_once('\n').ok_or_else(closed)?;
        let Some(value) = checked(value, &format!("GET {question}"))? else { return Ok(None) };
        let flag = checked(flag, &format!("FGET {question} seen"))?;
        let seen = if flag.is_some_and(|flag| flag.trim_end() == "true") { Seen::True } else { Seen::False };
        Ok(Some(Self { value: value.to_owned(), seen }))
    }
}

/// Returns the text of a response to a request, or `None` if the question does not exist.
///
/// # Errors
/// Returns an error with Puppet's message if the response reports a failure.
pub(crate) fn checked<'a>(response: &'a str, request: &str) -> Result<Option<&'a str>> {
    let digits = response.bytes().take_while(u8::is_ascii_digit).count();
    let (code, text) = response.split_at(digits);
    match (code.parse(), text.trim_start()) {
        (Ok(0), text) => Ok(Some(text)),
        (Ok(NO_SUCH_QUESTION), _) => Ok(None),
        (Ok(code), text) => Err(Error::other(format!("Debconf: '{request}' returned {code}: {text}"))),
        (Err(_), _) if response.is_empty() => Err(closed()),
        (Err(_), _) => Err(Error::other(format!("Debconf: debconf-communicate returned ({response})"))),
    }
}

fn closed() -> Error {
    Error::other("Debconf: debconf-communicate unexpectedly closed pipe")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(output: &str) -> Result<Option<Answer>, String> {
        Answer::parse(output, "a/b").map_err(|error| error.message)
    }

    #[test]
    fn response_contains_value_and_flag() {
        let of = |value: &str, seen| Ok(Some(Answer { value: value.to_owned(), seen }));
        assert_eq!(parsed("0 Europe\n0 true\n"), of("Europe", Seen::True));
        assert_eq!(parsed("0 \n0 false\n"), of("", Seen::False));
        assert_eq!(parsed("0 one\ntwo\n0 false\n"), of("one\ntwo", Seen::False));
        assert_eq!(parsed("0 x\n10 a/b doesn't exist\n"), of("x", Seen::False));
        assert_eq!(parsed("10 a/b doesn't exist\n10 a/b doesn't exist\n"), Ok(None));
    }

    #[test]
    fn faulty_response_is_an_error() {
        let fault = |output: &str| parsed(output).unwrap_err();
        assert_eq!(fault("20 Syntax error\n0 true\n"), "Debconf: 'GET a/b' returned 20: Syntax error");
        assert_eq!(fault("0 x\n30 no\n"), "Debconf: 'FGET a/b seen' returned 30: no");
        assert_eq!(fault("help\n0 true\n"), "Debconf: debconf-communicate returned (help)");
        for short in ["", "0 x\n", "\n\n"] {
            assert_eq!(fault(short), "Debconf: debconf-communicate unexpectedly closed pipe", "{short:?}");
        }
    }
}
