//! Fuzzes [`marotte_fuzz::form`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::form(text));
