//! The program as the tests run it: the same entry as the real binary, built with the tests so that it is never stale.

fn main() -> std::process::ExitCode {
    marotte_cli::main()
}
