//! Components with more than one manifest.

use std::fs;

use marotte_tests::INI_LINE;

use crate::scratch;

/// Encodes a custom section of WebAssembly.
fn section(name: &str, content: &str) -> Vec<u8> {
    let sized = |bytes: &[u8]| {
        let mut length = bytes.len();
        let mut out = Vec::new();
        while length >= 0x80 {
            out.push(0x80 | u8::try_from(length & 0x7f).expect("seven bits"));
            length >>= 7;
        }
        out.push(u8::try_from(length).expect("seven bits"));
        [out, bytes.to_vec()].concat()
    };
    [vec![0], sized(&[sized(name.as_bytes()), content.as_bytes().to_vec()].concat())].concat()
}

/// Row 94.
#[test]
fn second_manifest_of_a_component_grants_nothing() {
    let scratch = scratch();
    let genuine = fs::read(INI_LINE).unwrap();
    let wide = "[package]\nname = 'example/ini-line'\nversion = '9.9.9'\ninterface = '0.1'\n[files]\nwrite = ['/**']\n";
    let forged = [genuine, section("marotte:manifest", wide)].concat();
    let path = scratch.file("forged.wasm", forged).display().to_string();
    let outcome = scratch.run(&["provider", "show", &path]);
    assert!(!outcome.stdout.contains("/**") && !outcome.stdout.contains("9.9.9"), "{}", outcome.stdout);
    let packed = scratch.path("packed.wasm").display().to_string();
    let outcome = scratch.run(&["provider", "pack", &path, "-o", &packed]);
    let shown = scratch.run(&["provider", "show", &packed]);
    assert!(outcome.code != Some(0) || !shown.stdout.contains("/**"), "{}", shown.stdout);
}
