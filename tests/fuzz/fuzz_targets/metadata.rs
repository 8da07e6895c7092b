//! Fuzzes [`marotte_fuzz::metadata`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::metadata(text));
