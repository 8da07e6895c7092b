//! Builds the components that the tests need and tells the tests where they are.

#[path = "../host/cli/build/component.rs"]
mod component;

use std::process;

/// Components by the ends of their variables: providers that misbehave, that add and list resources, that break promises, that ask
/// for what grants name, that break the contract, what the museum keeps, and the sdk's example.
const COMPONENTS: [(&str, &str); 7] = [
    ("GUESTS", "marotte-test-guests"),
    ("MAKERS", "marotte-test-makers"),
    ("DEBTORS", "marotte-test-debtors"),
    ("ASKERS", "marotte-test-askers"),
    ("RAW", "marotte-test-raw"),
    ("EXHIBIT", "marotte-test-exhibit"),
    ("INI_LINE", "marotte-example-ini-line"),
];

/// Guests that stand for types written in Ruby, each an example of this package.
const CUSTOM_TYPES: &str = "marotte-test-customtypes";

fn main() {
    component::watch(&[
        "tests/askers",
        "tests/guests",
        "tests/makers",
        "tests/debtors",
        "tests/raw",
        "tests/exhibit",
        "tests/customtypes",
    ]);
    component::watch(&["sdk", "wit", "Cargo.lock", "host/cli/build"]);
    let mut packages: Vec<String> = COMPONENTS.map(|(_, package)| package.to_owned()).into();
    packages.push(CUSTOM_TYPES.to_owned());
    match component::build(&packages, &["--lib", "--examples"]) {
        Ok(folder) => {
            for (variable, package) in COMPONENTS {
                let file = folder.join(component::file_name(package));
                println!("cargo::rustc-env=MAROTTE_TEST_{variable}={}", file.display());
            }
            println!("cargo::rustc-env=MAROTTE_TEST_CUSTOM_TYPES={}", folder.join("examples").display());
        }
        Err(reason) => {
            println!("cargo::error={reason}");
            process::exit(1);
        }
    }
}
