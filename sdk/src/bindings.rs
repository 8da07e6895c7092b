//! Bindings generated from the WIT files, the only place with unsafe code besides the allocator. `system` and `export` wrap them;
//! bypassing the wrappers has no advantage, since the host checks each call.

wit_bindgen::generate!({
    path: "../wit",
    world: "full",
    generate_all,
    additional_derives: [PartialEq],
    pub_export_macro: true,
    export_macro_name: "export_component",
    default_bindings_module: "::marotte_sdk::bindings",
});
