//! Types and calls generated from `wit/`: the only `bindgen!` of the host. Imports of components are linked by hand
//! in `link.rs`, through the gate; only types and exports of the generated code are used.

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "full",
    ownership: Borrowing { duplicate_if_necessary: true },
});
