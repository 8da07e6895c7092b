//! Builds the components that the tests need and passes their paths to the tests, with the directory of the built-in ones.

#[path = "../host/engine/build/component.rs"]
mod component;

use std::process;

/// Test components with the suffixes of their environment variables: misbehaving providers, generators, noncompliant
/// types, providers that use grants, a malformed component, the ABI fixture, and the SDK's example.
const COMPONENTS: [(&str, &str); 7] = [
    ("MISBEHAVING", "marotte-test-misbehaving"),
    ("GENERATORS", "marotte-test-generators"),
    ("NONCOMPLIANT", "marotte-test-noncompliant"),
    ("GRANTS", "marotte-test-grants"),
    ("MALFORMED", "marotte-test-malformed"),
    ("ABI_FIXTURE", "marotte-test-abi-fixture"),
    ("INI_LINE", "marotte-example-ini-line"),
];

/// Package whose examples are guests that replace types written in Ruby.
const CUSTOM_TYPES: &str = "marotte-test-customtypes";

fn main() {
    component::watch(&[
        "tests/components/grants",
        "tests/components/misbehaving",
        "tests/components/generators",
        "tests/components/noncompliant",
        "tests/components/malformed",
        "tests/abi-fixture",
        "tests/components/customtypes",
    ]);
    component::watch(&["sdk", "wit", "Cargo.lock", "host/engine/build"]);
    let mut packages: Vec<String> = COMPONENTS.map(|(_, package)| package.to_owned()).into();
    packages.push(CUSTOM_TYPES.to_owned());
    match component::build(&packages, &["--lib", "--examples"]) {
        Ok(directory) => {
            for (variable, package) in COMPONENTS {
                let file = directory.join(component::file_name(package));
                println!("cargo::rustc-env=TEST_COMPONENT_{variable}={}", file.display());
            }
            // The build script of the engine builds these in the same directory.
            println!("cargo::rustc-env=BUILT_IN_COMPONENTS={}", directory.display());
            println!("cargo::rustc-env=TEST_COMPONENT_CUSTOM_TYPES={}", directory.join("examples").display());
        }
        Err(reason) => {
            println!("cargo::error={reason}");
            process::exit(1);
        }
    }
}
