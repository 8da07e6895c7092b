//! Fuzzes [`marotte_fuzz::certificate`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| marotte_fuzz::certificate(bytes));
