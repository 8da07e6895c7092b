//! `swapcase`: small letters as capitals, and the other way round.

use super::{array_or_text, each_text};
use crate::function::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "swapcase",
    "Returns a string, or an array with each string of it, with capitals in place of small letters and small letters in place of \
     capitals.",
    &[Overload::new(legacy::PARAMETERS, |call| Ok(each_text(&array_or_text(call)?, swapped)))],
);

fn swapped(text: &str) -> String {
    let mut swapped = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_uppercase() {
            swapped.extend(letter.to_lowercase());
        } else {
            swapped.extend(letter.to_uppercase());
        }
    }
    swapped
}
