//! Owns what is generated from the WIT files, without the sdk around it, and the exports.
#![expect(unsafe_code, reason = "generated code hands pointers over")]

wit_bindgen::generate!({
    path: "../../wit",
    world: "full",
    generate_all,
});

export!(Raw with_types_in self);

use crate::Raw;
