//! Fuzzes [`marotte_fuzz::catalog`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::catalog(text));
