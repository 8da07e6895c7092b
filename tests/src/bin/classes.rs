//! Compiles conformance cases sequentially in one process, which reads and parses the files of their modules once. For each case, prints the name, the time in microseconds
//! for compiling it and writing the catalog as JSON, and the size of the JSON in bytes, 0 if the case does not
//! compile: `classes DIR`. Used by `tests/bench/classes.py`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{env, error};

use engine::SharedFiles;
use marotte_tests::conformance::{self, Case};

fn main() -> Result<(), Box<dyn error::Error>> {
    let directory = env::args().nth(1).ok_or("usage: classes DIR")?;
    let types = marotte_tests::built_in_types()?;
    // The cases have no modules of their own.
    let mut environments: BTreeMap<Vec<PathBuf>, Arc<SharedFiles>> = BTreeMap::new();
    for directory in conformance::find(Path::new(&directory))? {
        let case = Case::read(&directory)?;
        let start = Instant::now();
        let modules = case.common_modules().collect();
        let shared = environments
            .entry(modules)
            .or_insert_with_key(|modules| Arc::new(SharedFiles::new(modules.clone(), Arc::default())));
        let bytes = conformance::document(&case, &types, Arc::clone(shared))?.map_or(0, |document| document.len());
        println!("{} {} {bytes}", case.name.replace("--", "::"), start.elapsed().as_micros());
    }
    Ok(())
}
