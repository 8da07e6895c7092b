//! Fuzzes [`marotte_fuzz::path`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::path(text));
