//! Fuzzes [`marotte_fuzz::request`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::request(text));
