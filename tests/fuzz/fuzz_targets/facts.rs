//! Fuzzes [`marotte_fuzz::facts`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::facts(text));
