//! The bindings generated from the WIT files, and the exports.
#![cfg_attr(target_arch = "wasm32", expect(unsafe_code, reason = "generated code passes pointers"))]

wit_bindgen::generate!({
    path: ["../../../wit", "wit"],
    world: "marotte:ruby/component",
    generate_all,
});

// Linkers for other targets reject the names of the exports.
#[cfg(target_arch = "wasm32")]
export!(Component with_types_in self);

#[cfg(target_arch = "wasm32")]
use crate::Component;
