//! Fuzzes [`marotte_fuzz::regex`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::regex(text));
