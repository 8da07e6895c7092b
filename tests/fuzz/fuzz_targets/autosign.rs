//! Fuzzes [`marotte_fuzz::autosign`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::autosign(text));
