//! Fuzzes [`marotte_fuzz::hierarchy`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::hierarchy(text));
