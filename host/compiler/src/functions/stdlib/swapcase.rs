//! `swapcase`: swaps upper and lower case.

use super::{array_or_text, each_text};
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "swapcase",
    "Swaps upper and lower case in a string, or in each string of an array.",
    &[Overload::legacy(|call| Ok(each_text(&array_or_text(call)?, swapped)))],
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
