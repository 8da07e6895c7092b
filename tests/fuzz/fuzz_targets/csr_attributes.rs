//! Fuzzes [`marotte_fuzz::csr_attributes`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::csr_attributes(text));
