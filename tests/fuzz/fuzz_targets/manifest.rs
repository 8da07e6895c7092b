//! Fuzzes [`marotte_fuzz::manifest`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::manifest(text));
