//! The types and calls that are generated from `wit/`: the only `bindgen!` of the host. What a component imports is
//! linked by hand in `link.rs`, through the gate; of the generated code only types and exports are used.

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "full",
    ownership: Borrowing { duplicate_if_necessary: true },
});
