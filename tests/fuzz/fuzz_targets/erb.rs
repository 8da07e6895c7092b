//! Fuzzes [`marotte_fuzz::erb`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::erb(text));
