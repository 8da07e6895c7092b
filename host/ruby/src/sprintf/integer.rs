//! Integer directives. In a base that is a power of two and without a sign flag, negative numbers are shown as the digits of the
//! complement after two dots: `..f01`.

use super::directive::Directive;
use crate::bignum::Bignum;

/// Appends an integer in a base.
pub(super) fn write(directive: &Directive, number: &Bignum, base: u32, letter: char, text: &mut String) {
    let is_complement = base != 10 && number.is_negative && !directive.has_plus && !directive.has_space;
    let sign = if is_complement { "" } else { directive.sign(number.is_negative) };
    let mut digits = if is_complement { number.complement(base) } else { number.digits(base) };
    if letter == 'X' {
        digits = digits.to_uppercase();
    }
    let mut width = directive.width.unwrap_or(0).saturating_sub(sign.len());
    let mut precision = directive.precision;
    if is_complement {
        width = width.saturating_sub(2);
        precision = precision.map(|precision| precision.saturating_sub(2));
    }
    let mut prefix = match letter {
        _ if !directive.is_alternate => "",
        'o' if is_complement => "",
        'o' if precision.is_some_and(|precision| precision > digits.len()) => "",
        'o' => "0",
        'x' | 'X' | 'b' | 'B' if digits == "0" => "",
        'x' => "0x",
        'X' => "0X",
        'b' => "0b",
        'B' => "0B",
        _ => "",
    };
    if prefix == "0" && digits == "0" {
        prefix = "";
    }
    width = width.saturating_sub(prefix.len());
    let count = if directive.has_zero && !directive.is_left && precision.is_none() {
        std::mem::take(&mut width).max(digits.len())
    } else {
        if prefix.is_empty() && precision == Some(0) && digits == "0" {
            digits.clear();
        }
        precision.unwrap_or(0).max(digits.len())
    };
    width = width.saturating_sub(count);
    let fill = if is_complement { digits.chars().next().unwrap_or('0') } else { '0' };
    let blanks = std::iter::repeat_n(' ', width);
    if !directive.is_left {
        text.extend(blanks.clone());
    }
    text.push_str(sign);
    text.push_str(prefix);
    text.push_str(if is_complement { ".." } else { "" });
    text.extend(std::iter::repeat_n(fill, count - digits.len()));
    text.push_str(&digits);
    if directive.is_left {
        text.extend(blanks);
    }
}

/// Appends an integer in the form of `%f`, with zeros after the point.
pub(super) fn write_fixed(directive: &Directive, number: i64, text: &mut String) {
    let mut digits = number.unsigned_abs().to_string();
    let precision = directive.precision.unwrap_or(6);
    if precision > 0 {
        digits.push('.');
        digits.extend(std::iter::repeat_n('0', precision));
    }
    let sign = directive.sign(number < 0);
    if directive.has_zero && !directive.is_left {
        let missing = directive.width.unwrap_or(0).saturating_sub(sign.len() + digits.len());
        text.push_str(sign);
        text.extend(std::iter::repeat_n('0', missing));
        text.push_str(&digits);
    } else {
        directive.pad(&format!("{sign}{digits}"), text);
    }
}
