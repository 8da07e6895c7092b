//! Directives of floats. All digits are exact, as in the C library.

use super::directive::Directive;

/// Maximum number of significant decimals of a float; further ones are zeros.
const MAXIMUM_DIGITS: usize = 1100;

/// Appends a float.
pub(super) fn write(directive: &Directive, number: f64, letter: char, text: &mut String) {
    let sign = if number.is_nan() { directive.sign(false) } else { directive.sign(number.is_sign_negative()) };
    if !number.is_finite() {
        let word = if number.is_nan() { "NaN" } else { "Inf" };
        return directive.pad(&format!("{sign}{word}"), text);
    }
    let magnitude = number.abs();
    let is_alternate = directive.is_alternate;
    let (prefix, digits) = match letter.to_ascii_lowercase() {
        'f' => ("", fixed(magnitude, directive.precision.unwrap_or(6), is_alternate)),
        'e' => ("", scientific(magnitude, directive.precision.unwrap_or(6), is_alternate)),
        'g' => ("", general(magnitude, directive.precision.unwrap_or(6), is_alternate)),
        _ => ("0x", hexadecimal(magnitude, directive.precision, is_alternate)),
    };
    let mut number = String::from(sign);
    number.push_str(prefix);
    if directive.has_zero && !directive.is_left {
        let missing = directive.width.unwrap_or(0).saturating_sub(number.len() + digits.len());
        number.extend(std::iter::repeat_n('0', missing));
    }
    number.push_str(&digits);
    if letter.is_ascii_uppercase() {
        number = number.to_uppercase();
    }
    directive.pad(&number, text);
}

fn fixed(number: f64, precision: usize, is_alternate: bool) -> String {
    let mut digits = format!("{number:.*}", precision.min(MAXIMUM_DIGITS));
    digits.extend(std::iter::repeat_n('0', precision.saturating_sub(MAXIMUM_DIGITS)));
    if precision == 0 && is_alternate {
        digits.push('.');
    }
    digits
}

/// Splits a number into the digits of its mantissa and its exponent.
fn parts(number: f64, precision: usize) -> (String, i32) {
    let text = format!("{number:.*e}", precision.min(MAXIMUM_DIGITS));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn scientific(number: f64, precision: usize, is_alternate: bool) -> String {
    let (mut digits, exponent) = parts(number, precision);
    digits.extend(std::iter::repeat_n('0', precision.saturating_sub(MAXIMUM_DIGITS)));
    if precision == 0 && is_alternate {
        digits.push('.');
    }
    digits + &power(exponent)
}

fn power(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", exponent.unsigned_abs())
}

/// Returns the shorter of the two forms, without trailing zeros.
fn general(number: f64, precision: usize, is_alternate: bool) -> String {
    let precision = precision.clamp(1, MAXIMUM_DIGITS);
    let (mantissa, exponent) = parts(number, precision - 1);
    let last = i32::try_from(precision).unwrap_or(i32::MAX);
    let trimmed = |digits: String| match digits.contains('.') {
        true if !is_alternate => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false if is_alternate => digits + ".",
        _ => digits,
    };
    if exponent < -4 || exponent >= last {
        return trimmed(mantissa) + &power(exponent);
    }
    let places = usize::try_from(last - 1 - exponent).unwrap_or(0);
    trimmed(format!("{number:.places$}"))
}

/// Returns the hexadecimal form: `1.8p+0`.
fn hexadecimal(number: f64, precision: Option<usize>, is_alternate: bool) -> String {
    const FRACTION_BITS: u32 = 52;
    let bits = number.to_bits();
    let (mut mantissa, mut exponent) =
        (bits & ((1 << FRACTION_BITS) - 1), (bits >> FRACTION_BITS).cast_signed() - 1023);
    if exponent == -1023 {
        // Zero or a subnormal number, whose mantissa has no implicit leading one.
        let shift = if mantissa == 0 { 0 } else { mantissa.leading_zeros() - 11 };
        mantissa <<= shift;
        exponent = if mantissa == 0 { 0 } else { -1022 - i64::from(shift) };
    } else {
        mantissa |= 1 << FRACTION_BITS;
    }
    let places = precision.unwrap_or(13).min(13);
    let dropped = FRACTION_BITS - 4 * u32::try_from(places).unwrap_or(13);
    if dropped > 0 {
        let (half, rest) = (1 << (dropped - 1), mantissa & ((1 << dropped) - 1));
        mantissa >>= dropped;
        if rest > half || rest == half && mantissa & 1 == 1 {
            mantissa += 1;
        }
        mantissa <<= dropped;
        if mantissa >> FRACTION_BITS > 1 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let digits = format!("{:013x}", mantissa & ((1 << FRACTION_BITS) - 1));
    let mut fraction = match precision {
        Some(precision) => {
            let mut fraction = digits[..places].to_owned();
            fraction.extend(std::iter::repeat_n('0', precision - places));
            fraction
        }
        None => digits.trim_end_matches('0').to_owned(),
    };
    if !fraction.is_empty() || is_alternate {
        fraction.insert(0, '.');
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}{fraction}p{sign}{}", mantissa >> FRACTION_BITS, exponent.unsigned_abs())
}
