//! Search for the known name most similar to an unknown one.

/// Returns the known name with the smallest edit distance to a name, ignoring case, if the distance is at
/// most a third of its length and at most three. Ties are resolved alphabetically.
///
/// ```
/// assert_eq!(syntax::nearest("notfiy", ["file", "notify"]), Some("notify"));
/// assert_eq!(syntax::nearest("package", ["file", "notify"]), None);
/// ```
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Otherwise any single-letter name would match any other.
    let limit = match name.chars().count() {
        0 | 1 => 0,
        length => (length / 3).clamp(1, 3),
    };
    let lower = name.to_lowercase();
    known
        .into_iter()
        .filter(|candidate| **candidate != *name)
        .map(|candidate| (distance(&lower, &candidate.to_lowercase(), limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns the number of letters that must be inserted, removed, replaced or swapped with a neighbour to turn
/// one text into the other, or a value above the limit if the lengths differ by more than the limit.
fn distance(left: &str, right: &str, limit: usize) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    if left.len().abs_diff(right.len()) > limit {
        return limit + 1;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typo_finds_the_nearest_name() {
        let known = ["file", "notify", "exec", "apache::vhost"];
        for (name, expected) in [
            ("fiel", Some("file")),
            ("notfiy", Some("notify")),
            ("Exce", Some("exec")),
            ("FILE", Some("file")),
            ("apache::vhosts", Some("apache::vhost")),
            ("fi", None),
            ("x", None),
            ("package", None),
            ("file", None),
        ] {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
    }
}
