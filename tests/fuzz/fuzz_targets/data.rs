//! Fuzzes [`marotte_fuzz::data`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::data(text));
