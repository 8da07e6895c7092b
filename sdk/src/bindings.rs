//! Owns what is generated from the WIT files, the only place with unsafe code. `system` and `export` wrap it; a provider
//! that goes around them gains nothing, since the host judges each call by itself.

wit_bindgen::generate!({
    path: "../wit",
    world: "full",
    generate_all,
    additional_derives: [PartialEq],
    pub_export_macro: true,
    export_macro_name: "export_component",
    default_bindings_module: "::marotte_sdk::bindings",
});
