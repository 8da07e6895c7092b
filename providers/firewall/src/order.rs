//! The place of a rule in its chain. Rules are in the order of their names; those without a name of ours stay where they are.

/// Returns the place, from 1, where a new rule goes in a chain with these rules, each by its name or nothing for one without.
///
/// Puppet: it goes behind the last one that sorts before it, and before those without a name that follow, unless its own begins
/// with a 9.
pub(crate) fn place(rules: &[Option<String>], name: &str) -> usize {
    let before = rules.iter().enumerate().filter(|(_, rule)| rule.as_deref().is_some_and(|rule| rule < name));
    let last = before.max_by(|(_, one), (_, other)| one.cmp(other)).map(|(at, _)| at);
    let is_late = name.starts_with('9') && name > "9000";
    match last {
        _ if is_late
            && rules.iter().any(Option::is_none)
            && !rules.iter().flatten().any(|rule| rule.as_str() > name) =>
        {
            rules.len() + 1
        }
        Some(at) => at + 2,
        // The first of those with a name, and before any other.
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(rules: &[&str], name: &str) -> usize {
        let rules: Vec<_> = rules.iter().map(|rule| Some((*rule).to_owned()).filter(|rule| !rule.is_empty())).collect();
        place(&rules, name)
    }

    #[test]
    fn rules_are_in_the_order_of_their_names() {
        assert_eq!(at(&[], "5 a"), 1);
        assert_eq!(at(&["1 a", "3 c"], "2 b"), 2);
        assert_eq!(at(&["1 a", "3 c"], "4 d"), 3);
        assert_eq!(at(&["1 a", "3 c"], "0 z"), 1);
        assert_eq!(at(&["1 a", "", "3 c"], "2 b"), 2);
        assert_eq!(at(&["1 a", "", ""], "2 b"), 2);
        assert_eq!(at(&["", ""], "2 b"), 1);
        assert_eq!(at(&["", "1 a", ""], "999 last"), 4);
    }
}
