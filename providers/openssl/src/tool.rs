//! The command `openssl`: it writes staged files, and gets passwords through its standard input.

use marotte_sdk::command::{Invocation, Tool};
use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

const OPENSSL: Tool = Tool::new("openssl").shown_as("/usr/bin/openssl");

/// Runs a command that writes a file. A password is the first line of its standard input.
pub(crate) fn run(system: &impl WriteSystem, row: u32, arguments: &[&str], password: Option<&Text>) -> Result<()> {
    let command = Command { stdin: stdin(password), ..OPENSSL.command(row, arguments) };
    Invocation::new(command).shown_as(OPENSSL.line(arguments)).run(system)?;
    Ok(())
}

/// Runs a query, which may fail.
pub(crate) fn query(system: &impl ReadSystem, row: u32, arguments: &[&str], password: Option<&Text>) -> Result<Output> {
    system.query_one(&Command { stdin: stdin(password), ..OPENSSL.command(row, arguments) })
}

fn stdin(password: Option<&Text>) -> Body {
    password.map(|password| vec![password.part(Form::Line), "\n".into()]).unwrap_or_default()
}

/// Returns the option that reads a password from standard input.
pub(crate) fn passin(password: Option<&Text>) -> &'static [&'static str] {
    if password.is_some() { &["-passin", "stdin"] } else { &[] }
}

/// Returns the public key of a private key in PEM.
pub(crate) fn public_key(system: &impl ReadSystem, row: u32, path: &str, password: Option<&Text>) -> Result<String> {
    let arguments = [&["pkey", "-in", path, "-pubout"][..], passin(password)].concat();
    let output = query(system, row, &arguments, password)?;
    output.require_success(&OPENSSL.line(&arguments))?;
    let text = output.utf8(OPENSSL.shown)?;
    pem(&text).map(str::to_owned).ok_or_else(|| Error::other(format!("openssl prints no public key of {path}")))
}

/// Returns the public key in PEM in an output.
pub(crate) fn pem(text: &str) -> Option<&str> {
    const END: &str = "-----END PUBLIC KEY-----";
    let start = text.find("-----BEGIN PUBLIC KEY-----")?;
    let end = start + text[start..].find(END)? + END.len();
    Some(&text[start..end])
}
