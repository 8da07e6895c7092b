//! Fuzzes [`marotte_fuzz::lexer`].
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| marotte_fuzz::lexer(text));
