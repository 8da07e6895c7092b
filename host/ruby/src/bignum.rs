//! Integers of any size: parsing, formatting in a base, and comparison. There is no arithmetic.

use std::cmp::Ordering;
use std::fmt;

/// An integer of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bignum {
    /// Whether it is negative.
    pub is_negative: bool,
    /// The magnitude, the least significant limb first, without leading zeros.
    limbs: Vec<u32>,
}

impl Bignum {
    fn new(is_negative: bool, mut limbs: Vec<u32>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self { is_negative: is_negative && !limbs.is_empty(), limbs }
    }

    /// Parses digits without sign or prefix; `None` if one is not a digit of the base. The time is quadratic in the
    /// number of digits.
    #[must_use]
    pub fn parse(is_negative: bool, digits: &str, base: u32) -> Option<Self> {
        let mut limbs: Vec<u32> = Vec::new();
        for digit in digits.chars() {
            let mut carry = u64::from(digit.to_digit(base)?);
            for limb in &mut limbs {
                let product = u64::from(*limb) * u64::from(base) + carry;
                (*limb, carry) = halves(product);
            }
            if carry > 0 {
                limbs.push(halves(carry).0);
            }
        }
        Some(Self::new(is_negative, limbs))
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn absolute(self) -> Self {
        Self { is_negative: false, ..self }
    }

    /// Rounds a float towards zero; `None` if it is not finite.
    #[must_use]
    pub fn truncate(value: f64) -> Option<Self> {
        let digits = value.is_finite().then(|| format!("{:.0}", value.trunc().abs()))?;
        Self::parse(value < 0.0, &digits, 10)
    }

    /// Returns the integer if it fits into 64 bits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        let magnitude = self.limbs.iter().rev().try_fold(0_u64, |sum, limb| {
            let shifted = sum.checked_mul(1 << 32)?;
            Some(shifted | u64::from(*limb))
        })?;
        if self.is_negative { 0_i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
    }

    /// Formats the magnitude in a base from 2 to 36, in lower case.
    #[must_use]
    pub fn digits(&self, base: u32) -> String {
        let mut limbs = self.limbs.clone();
        let mut digits = Vec::new();
        while !limbs.is_empty() {
            let mut rest = 0_u64;
            for limb in limbs.iter_mut().rev() {
                let dividend = rest << 32 | u64::from(*limb);
                *limb = halves(dividend / u64::from(base)).0;
                rest = dividend % u64::from(base);
            }
            digits.push(char::from_digit(halves(rest).0, base).unwrap_or('0'));
            while limbs.last() == Some(&0) {
                limbs.pop();
            }
        }
        if digits.is_empty() { "0".to_owned() } else { digits.iter().rev().collect() }
    }

    /// Formats a negative number as the digits of its two's complement in base 2, 8 or 16, where the first digit stands for
    /// infinitely many: `f01` for -255.
    #[must_use]
    pub fn complement(&self, base: u32) -> String {
        // The complement of n is, digit by digit, that of n - 1 subtracted from the greatest digit.
        let mut limbs = self.limbs.clone();
        for limb in &mut limbs {
            let is_borrowing = *limb == 0;
            *limb = limb.wrapping_sub(1);
            if !is_borrowing {
                break;
            }
        }
        let digits = Self::new(false, limbs).digits(base);
        let greatest = char::from_digit(base - 1, base).unwrap_or('0');
        let complement: String = digits
            .chars()
            .map(|digit| char::from_digit(base - 1 - digit.to_digit(base).unwrap_or(0), base).unwrap_or('0'))
            .collect();
        format!("{greatest}{}", complement.trim_start_matches(greatest))
    }
}

/// Splits a number into its lower and upper half.
fn halves(value: u64) -> (u32, u64) {
    (u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX), value >> 32)
}

impl PartialOrd for Bignum {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bignum {
    fn cmp(&self, other: &Self) -> Ordering {
        let (left, right) = (&self.limbs, &other.limbs);
        let magnitude = left.len().cmp(&right.len()).then_with(|| left.iter().rev().cmp(right.iter().rev()));
        match (self.is_negative, other.is_negative) {
            (false, false) => magnitude,
            (true, true) => magnitude.reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl fmt::Display for Bignum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative { "-" } else { "" };
        write!(formatter, "{sign}{}", self.digits(10))
    }
}

impl From<i64> for Bignum {
    fn from(value: i64) -> Self {
        let (lower, upper) = halves(value.unsigned_abs());
        Self::new(value < 0, vec![lower, halves(upper).0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_in_each_base() {
        let big = Bignum::parse(false, "99999999999999999999", 10).unwrap();
        assert_eq!(big.digits(16), "56bc75e2d630fffff");
        assert_eq!(big.digits(10), "99999999999999999999");
        assert_eq!(big.to_i64(), None);
        assert_eq!(Bignum::truncate(1e30).unwrap().digits(10), "1000000000000000019884624838656");
        for number in [0, 1, -1, i64::MAX, i64::MIN, 4_294_967_296] {
            assert_eq!(Bignum::from(number).to_i64(), Some(number));
        }
        assert_eq!(Bignum::parse(false, "12", 2), None);
        assert_eq!(Bignum::truncate(f64::INFINITY), None);
    }

    #[test]
    fn complements_have_one_repeated_digit() {
        let complement = |number: i64, base| Bignum::from(number).complement(base);
        assert_eq!(complement(-255, 16), "f01");
        assert_eq!(complement(-256, 16), "f00");
        assert_eq!(complement(-1, 2), "1");
        assert_eq!(complement(-5, 2), "1011");
        assert_eq!(complement(-8, 8), "70");
        assert_eq!(complement(-4_294_967_296, 16), "f00000000");
    }
}
