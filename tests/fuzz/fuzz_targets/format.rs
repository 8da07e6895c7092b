//! Fuzzes [`marotte_fuzz::format`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::format(text));
