//! Fuzzes [`marotte_fuzz::data_type`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::data_type(text));
