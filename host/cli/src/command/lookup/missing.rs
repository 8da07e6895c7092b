//! The message for keys without a value, for which Puppet prints nothing.

/// Returns the message, with the most similar key of the data that was read.
pub(super) fn message(keys: &[String], known: &[String]) -> String {
    let near = keys.iter().find_map(|key| syntax::nearest(key, known.iter().map(String::as_str)));
    let near = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
    let keys: Vec<String> = keys.iter().map(|key| format!("'{key}'")).collect();
    format!("There is no value for {}{near}", keys.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_suggests_the_most_similar_key() {
        let (keys, known) = (["ntp::sever".to_owned()], ["ntp::server".to_owned(), "users".to_owned()]);
        assert_eq!(message(&keys, &known), "There is no value for 'ntp::sever'; did you mean 'ntp::server'?");
        assert_eq!(message(&keys, &[]), "There is no value for 'ntp::sever'");
    }
}
