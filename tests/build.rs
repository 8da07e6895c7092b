//! Builds the components that the tests need and tells the tests where they are: the misbehaving guests, and those that stand for
//! types written in Ruby.

#[path = "../host/cli/build/component.rs"]
mod component;

use std::process;

/// Misbehaving guests.
const GUESTS: &str = "marotte-test-guests";

/// Guests that stand for types written in Ruby, each an example of this package.
const CUSTOM_TYPES: &str = "marotte-test-customtypes";

fn main() {
    component::watch(&["tests/guests", "tests/customtypes", "sdk", "wit", "Cargo.lock", "host/cli/build"]);
    match component::build(&[GUESTS, CUSTOM_TYPES].map(str::to_owned), &["--lib", "--examples"]) {
        Ok(folder) => {
            let guests = folder.join(component::file_name(GUESTS));
            println!("cargo::rustc-env=MAROTTE_TEST_GUESTS={}", guests.display());
            println!("cargo::rustc-env=MAROTTE_TEST_CUSTOM_TYPES={}", folder.join("examples").display());
        }
        Err(reason) => {
            println!("cargo::error={reason}");
            process::exit(1);
        }
    }
}
