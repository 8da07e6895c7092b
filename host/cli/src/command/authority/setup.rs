//! `ca setup` and `ca generate`: the authority, and certificates that need no request from a node.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use catalog::Level;
use engine::Settings;
use identity::{Authority, AuthorityOptions, Certname, PrivateKey, Request, RequestOptions, SignOptions};

use crate::args::{AuthorityGenerate, AuthoritySetup};
use crate::console::Console;

use super::{certname, open, sign_options};

/// Creates the authority and the certificate of this server.
pub(super) fn run(arguments: &AuthoritySetup, settings: &Settings, console: &mut Console) -> Result<()> {
    let name = certname(settings)?;
    let mut options = AuthorityOptions::new(format!("Puppet CA: {name}"));
    options.ttl = settings.ca_ttl.unwrap_or(options.ttl);
    let authority = Authority::create(&settings.cadir, &options)?;
    console.log(
        Level::Notice,
        "",
        &format!("Created the authority '{}' in {}", options.name, settings.cadir.display()),
    );
    // Agents find the server by this name by default.
    let names = match arguments.alternative_names.as_slice() {
        [] => vec!["puppet".to_owned()],
        names => names.to_vec(),
    };
    let sign = SignOptions { is_ca_client: true, ..sign_options(settings) };
    issue(settings, &authority, &name, &names, sign, console)?;
    let bundle = authority.certificate_bundle_pem()?;
    write(&settings.localcacert, 0o644, bundle.as_bytes())?;
    write_revocations(settings, &authority)
}

/// Creates keys and certificates.
pub(super) fn generate(arguments: &AuthorityGenerate, settings: &Settings, console: &mut Console) -> Result<()> {
    let authority = open(settings)?;
    for name in &arguments.names {
        issue(settings, &authority, &name.parse()?, &arguments.alternative_names, sign_options(settings), console)?;
    }
    Ok(())
}

/// Creates a key, unless there is one, and a certificate for it.
fn issue(
    settings: &Settings,
    authority: &Authority,
    name: &Certname,
    alternative_names: &[String],
    sign: SignOptions,
    console: &mut Console,
) -> Result<()> {
    let file = format!("{name}.pem");
    let (key_file, certificate_file) = (settings.privatekeydir.join(&file), settings.certdir.join(&file));
    if certificate_file.exists() {
        bail!("{name} has a certificate: {}", certificate_file.display());
    }
    let key = match fs::read_to_string(&key_file) {
        Ok(text) => PrivateKey::from_pem(&text).with_context(|| key_file.display().to_string())?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => PrivateKey::generate()?,
        Err(error) => return Err(error).with_context(|| key_file.display().to_string()),
    };
    let alternative_names: Vec<String> = alternative_names.iter().map(|name| format!("DNS:{name}")).collect();
    let options = RequestOptions { alternative_names, ..RequestOptions::default() };
    let request = Request::create(&key, name, &options)?;
    write(&key_file, 0o640, key.to_pem().as_bytes())?;
    let certificate = authority.sign_request(&request, &SignOptions { allow_alternative_names: true, ..sign })?;
    write(&certificate_file, 0o644, certificate.to_pem().as_bytes())?;
    console.log(Level::Notice, "", &format!("Wrote {} and {}", certificate_file.display(), key_file.display()));
    Ok(())
}

/// Copies the revocation lists of the authority to the file that the server reads, if the server has one.
pub(super) fn write_revocations(settings: &Settings, authority: &Authority) -> Result<()> {
    let lists = authority.revocation_lists_pem()?;
    write(&settings.hostcrl, 0o644, lists.as_bytes())
}

fn write(file: &Path, mode: u32, bytes: &[u8]) -> Result<()> {
    let (Some(directory), Some(name)) = (file.parent(), file.file_name().and_then(|name| name.to_str())) else {
        bail!("{} is not the path of a file", file.display());
    };
    let written = fs::create_dir_all(directory).and_then(|()| files::replace_in(directory, name, mode, bytes));
    written.with_context(|| format!("Could not write {}", file.display()))
}
