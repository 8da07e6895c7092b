//! Messages about invalid JSON.

/// Returns the reason why a text is not JSON, for messages.
#[must_use]
pub fn json_fault(error: &serde_json::Error) -> String {
    if !error.is_eof() {
        return error.to_string();
    }
    match (error.line(), error.column()) {
        (0 | 1, 0) => "it is empty".to_owned(),
        (line, _) => format!("it ends in line {line} within a value"),
    }
}

#[cfg(test)]
mod tests {
    use super::json_fault;

    #[test]
    fn json_fault_of_an_incomplete_text_names_the_line() {
        let fault = |text: &str| json_fault(&serde_json::from_str::<serde_json::Value>(text).unwrap_err());
        assert_eq!(fault(""), "it is empty");
        assert_eq!(fault("{\n"), "it ends in line 2 within a value");
        assert_eq!(fault("{\n 1"), "key must be a string at line 2 column 2");
    }
}
