//! Fuzzes [`marotte_fuzz::evaluation`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::evaluation(text));
