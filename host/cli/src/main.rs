//! The `marotte` binary: nothing but the entry.

fn main() -> std::process::ExitCode {
    marotte_cli::main()
}
