//! Fuzzes [`marotte_fuzz::template`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::template(text));
