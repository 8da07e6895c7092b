//! Baseline of a benchmark: does only what is needed to verify that files are unchanged (lstat, read, compare), for the
//! files of `bench/manifests.py files N`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool")]

use std::os::unix::fs::MetadataExt as _;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let [_, root, number] = arguments.as_slice() else {
        eprintln!("usage: native-files ROOT N");
        return ExitCode::FAILURE;
    };
    let files: Vec<(String, String)> = (0..number.parse().unwrap_or(0u32)).map(|i| declared(root, i)).collect();
    let start = Instant::now();
    match count_unchanged(&files) {
        Ok(unchanged) if unchanged == files.len() => {
            println!("{:.6} s for {unchanged} files", start.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Ok(unchanged) => {
            eprintln!("only {unchanged} of {} files are as declared", files.len());
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns path and content of file number `i`.
fn declared(root: &str, i: u32) -> (String, String) {
    let mut line = format!("line {i:06} {}", "x".repeat(100));
    line.truncate(99);
    (format!("{root}/f{i:06}"), line + "\n")
}

fn count_unchanged(files: &[(String, String)]) -> io::Result<usize> {
    let mut unchanged = 0;
    for (path, content) in files {
        let metadata = fs::symlink_metadata(path)?;
        let is_same = metadata.is_file()
            && metadata.mode() & 0o7777 == 0o644
            && metadata.len() == content.len() as u64
            && fs::read(path)? == content.as_bytes();
        unchanged += usize::from(is_same);
    }
    Ok(unchanged)
}
