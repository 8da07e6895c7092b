//! Compiles conformance cases one after the other in this one process and prints for each its name, the microseconds that compiling it
//! and writing the catalog as JSON took, and the bytes of it, 0 if it does not compile: `classes DIR`. For `tests/bench/classes.py`.
#![expect(clippy::print_stdout, reason = "the figures are its purpose")]

use std::path::Path;
use std::time::Instant;
use std::{env, error};

use marotte_tests::conformance::{self, Case};

fn main() -> Result<(), Box<dyn error::Error>> {
    let directory = env::args().nth(1).ok_or("usage: classes DIR")?;
    let types = marotte_tests::built_in_types()?;
    for directory in conformance::find(Path::new(&directory))? {
        let case = Case::read(&directory)?;
        let start = Instant::now();
        let bytes = conformance::document(&case, &types)?.map_or(0, |document| document.len());
        println!("{} {} {bytes}", case.name.replace("--", "::"), start.elapsed().as_micros());
    }
    Ok(())
}
