//! Compiles conformance cases sequentially in one process. For each case, prints the name, the time in microseconds
//! for compiling it and writing the catalog as JSON, and the size of the JSON in bytes, 0 if the case does not
//! compile: `classes DIR`. Used by `tests/bench/classes.py`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

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
