//! The bindings generated from the WIT files, without the SDK, and the exports.
#![cfg_attr(target_arch = "wasm32", expect(unsafe_code, reason = "generated code passes pointers"))]

wit_bindgen::generate!({
    path: "../../../wit",
    world: "full",
    generate_all,
});

// Linkers for other targets reject the names of the exports.
#[cfg(target_arch = "wasm32")]
export!(Raw with_types_in self);

#[cfg(target_arch = "wasm32")]
use crate::Raw;
