//! Entry point of the `marotte` binary.

fn main() -> std::process::ExitCode {
    marotte_cli::main()
}
