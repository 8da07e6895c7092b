//! The position of a rule in its chain. Rules are ordered by name; unmanaged rules keep their position.

/// Returns the position, from 1, of a new rule in a chain. `rules` contains the name of each rule, `None` for
/// unmanaged ones.
///
/// Puppet: the rule goes directly after the last one that sorts before it. A name after 9000 goes behind the
/// unmanaged rules, to the end of the chain, unless a managed rule sorts after it.
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
        // No managed rule sorts before it.
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
    fn rules_are_ordered_by_name() {
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
