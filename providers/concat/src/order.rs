//! Order of fragments: numeric or alphabetic by their `order`, then by name.

use std::cmp::Ordering;

use crate::Order;

/// Separator between order and name in the sort key.
const BETWEEN: &str = "___";

/// Sorts fragments by order and name.
///
/// # Errors
/// Returns an error if a number would be compared with a word.
pub(crate) fn sort<T>(pieces: &mut [T], by: Order, key: impl Fn(&T) -> (&str, &str)) -> Result<(), String> {
    let joined = |piece: &T| {
        let (order, name) = key(piece);
        format!("{order}{BETWEEN}{name}")
    };
    match by {
        Order::Alpha => pieces.sort_by_cached_key(|piece| {
            let joined = joined(piece);
            let (order, name) = joined.split_once("__").unwrap_or((&joined, ""));
            (order.to_owned(), name.to_owned())
        }),
        Order::Numeric => {
            pieces.sort_by_cached_key(|piece| ranks(&joined(piece)));
            for pair in pieces.windows(2) {
                comparable(&ranks(&joined(&pair[0])), &ranks(&joined(&pair[1])))?;
            }
        }
    }
    Ok(())
}

/// A number of arbitrary length, or a word.
#[derive(Debug, PartialEq, Eq)]
enum Rank {
    Number(String),
    Word(String),
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => (one.len(), one).cmp(&(other.len(), other)),
            (Self::Word(one), Self::Word(other)) => one.cmp(other),
            (Self::Number(_), Self::Word(_)) => Ordering::Less,
            (Self::Word(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn ranks(joined: &str) -> Vec<Rank> {
    let rank = |part: &str| match part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty() {
        true => Rank::Number(part.trim_start_matches('0').to_owned()),
        false => Rank::Word(part.to_owned()),
    };
    joined.splitn(2, BETWEEN).map(rank).collect()
}

/// Puppet: numbers and words cannot be compared.
fn comparable(one: &[Rank], other: &[Rank]) -> Result<(), String> {
    let decisive = one.iter().zip(other).find(|(one, other)| one != other);
    match decisive {
        Some((Rank::Number(_), Rank::Word(_)) | (Rank::Word(_), Rank::Number(_))) => {
            Err("comparison of Array with Array failed".to_owned())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(by: Order, pieces: &[(&'static str, &'static str)]) -> Result<Vec<&'static str>, String> {
        let mut pieces = pieces.to_vec();
        sort(&mut pieces, by, |piece| *piece)?;
        Ok(pieces.into_iter().map(|(_, name)| name).collect())
    }

    #[test]
    fn numbers_can_have_any_length() {
        let pieces = [
            ("10", "b"),
            ("9", "c"),
            ("010", "a"),
            ("99999999999999999999999", "z"),
            ("100000000000000000000000", "y"),
        ];
        assert_eq!(sorted(Order::Numeric, &pieces).unwrap(), ["c", "a", "b", "z", "y"]);
    }

    #[test]
    fn words_are_ordered_by_their_bytes() {
        let pieces = [("10", "b"), ("9", "c"), ("010", "a"), ("Z", "d"), ("a", "e"), ("é", "f")];
        assert_eq!(sorted(Order::Alpha, &pieces).unwrap(), ["a", "b", "c", "d", "e", "f"]);
    }

    #[test]
    fn number_and_word_are_not_comparable() {
        let failed = Err("comparison of Array with Array failed".to_owned());
        assert_eq!(sorted(Order::Numeric, &[("10", "a"), ("x", "b")]), failed);
        assert_eq!(sorted(Order::Numeric, &[("10", "a"), ("10", "5")]), failed);
        assert_eq!(sorted(Order::Numeric, &[("x", "a"), ("b", "c")]).unwrap(), ["c", "a"]);
        assert_eq!(sorted(Order::Alpha, &[("10", "a"), ("x", "b")]).unwrap(), ["a", "b"]);
    }
}
