//! Builds the misbehaving guests as a component and tells the tests where it is.

#[path = "../host/cli/build/component.rs"]
mod component;

use std::process;

fn main() {
    component::watch(&["tests/guests", "sdk", "wit", "Cargo.lock", "host/cli/build"]);
    match component::build(&["marotte-test-guests".to_owned()]) {
        Ok(artifacts) => println!("cargo::rustc-env=MAROTTE_TEST_GUESTS={}", artifacts[0].display()),
        Err(reason) => {
            println!("cargo::error={reason}");
            process::exit(1);
        }
    }
}
