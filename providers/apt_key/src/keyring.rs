//! The provider `apt_key`, which adds, fetches and removes keys with `apt-key`, and lists them with `gpg`.

use marotte_sdk::command::Tool;
use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Method, Request};

use crate::listing::{Key, fingerprints, keys};
use crate::{AptKey, AptKeyAttribute, AptKeyState, Ensure, KeyId, Switch};

const APT_KEY: Tool = Tool::new("apt-key");
const GPG: Tool = Tool::new("gpg");

/// The keyring that `apt-key` changes.
const KEYRING: &str = "/etc/apt/trusted.gpg";

/// The directory of other keyrings, files `*.gpg` and `*.asc`.
const KEYRINGS: &str = "/etc/apt/trusted.gpg.d";

/// The arguments before the name of a file whose keys are printed.
const SHOW: [&str; 10] = [
    "--homedir",
    "/etc/apt",
    "--no-permission-warning",
    "--no-options",
    "--no-tty",
    "--no-keyring",
    "--trust-model",
    "always",
    "--with-colons",
    "--show-keys",
];

/// The message of gpg about a file without keys, such as an empty keyring.
const NO_KEYS: &str = "no valid OpenPGP data found";

/// Provider for the keyring of apt.
#[derive(Debug, Default)]
pub struct Keyring;

impl Canonicalize for AptKey {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        // The identifier has no prefix and upper case digits; the host must use it in this form.
        row.mark_changed();
        if row.refresh == Switch::True && row.ensure == Some(Ensure::Absent) {
            problems.error(row, None, "ensure => absent and refresh => true are mutually exclusive");
        }
        if row.content.is_some() && row.source.is_some() {
            problems.error(row, None, "The properties content and source are mutually exclusive.");
        }
        if row.weak_ssl == Switch::True {
            let message = "weak_ssl is not supported: certificates are always verified";
            problems.error(row, AptKeyAttribute::WeakSsl, message);
        }
        if !row.id.is_fingerprint() {
            problems.warning(row, None, "The id should be a full fingerprint (40 characters), see README.");
        }
    }
}

impl Provider for Keyring {
    type Resource = AptKey;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<AptKey>]) -> Vec<Result<State<AptKey>>> {
        let known = list(system);
        for_each_row(rows, |row| {
            let known = known.as_ref().map_err(Clone::clone)?;
            // Puppet: an expired key that is to be refreshed counts as missing.
            let is_usable = |key: &&Key| !(row.refresh == Switch::True && key.is_expired);
            let found = known.iter().find(|key| key.has_id(&row.id)).filter(is_usable);
            Ok(found.map_or_else(AptKeyState::absent, state).into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<AptKey>,
        is: &AptKeyState,
        _changed: &[AptKeyAttribute],
    ) -> Result<Applied<AptKeyAttribute>> {
        if row.ensure == Some(Ensure::Absent) {
            let short = is.short.as_deref().unwrap_or(&row.id);
            APT_KEY.run(system, row.id(), &["del", short])?;
        } else if let Some(content) = &row.content {
            add(system, row, &system.stage(None, &vec![content.as_str().into()], &Attrs::default())?)?;
        } else if let Some(source) = &row.source {
            add_source(system, row, source)?;
        } else {
            fetch(system, row)?;
        }
        Ok(Applied::all())
    }
}

impl Instances for Keyring {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<AptKey>>> {
        let of = |key: &Key| Instance { title: key.fingerprint.clone(), is: state(key) };
        Ok(list(system)?.iter().map(of).collect())
    }
}

/// Lists the keys of all keyrings, each key once.
fn list(system: &impl ReadSystem) -> Result<Vec<Key>> {
    let files = keyrings(system)?;
    let commands: Vec<Command> = files.iter().map(|file| show(0, file)).collect();
    let mut known: Vec<Key> = Vec::new();
    for (file, output) in files.iter().zip(system.query(&commands)) {
        let output = output?;
        if !String::from_utf8_lossy(&output.stderr).contains(NO_KEYS) {
            output.require_success(&format!("gpg --show-keys {file}"))?;
        }
        // With a truncated list, existing keys would appear to be missing. Names in it can have any encoding.
        output.require_complete(GPG.shown)?;
        for key in keys(&output.text()) {
            if !known.iter().any(|other| other.fingerprint == key.fingerprint) {
                known.push(key);
            }
        }
    }
    Ok(known)
}

/// Returns the paths of all keyrings.
fn keyrings(system: &impl ReadSystem) -> Result<Vec<String>> {
    let places = [KEYRING, KEYRINGS].map(Place::unowned);
    let mut found = system.stat(&places, true, Want::empty()).into_iter();
    let mut is_there = || found.next().transpose().map(|found| found.flatten().is_some());
    let (has_main, has_directory) = (is_there()?, is_there()?);
    let mut files: Vec<String> = if has_main { vec![KEYRING.to_owned()] } else { Vec::new() };
    if has_directory {
        let is_keyring = |path: &str| path.ends_with(".gpg") || path.ends_with(".asc");
        let entries = system.walk(&Place::unowned(KEYRINGS), 1, false, &[], limits::DIRECTORY)?.into_iter();
        let keyrings = entries.filter(|entry| entry.kind != Kind::Directory && is_keyring(&entry.path));
        files.extend(keyrings.map(|entry| entry.path));
    }
    Ok(files)
}

/// Creates the command that prints the keys in a file.
fn show(row: u32, file: &str) -> Command {
    GPG.command(row, &[&SHOW[..], &[file]].concat())
}

fn state(key: &Key) -> AptKeyState {
    AptKeyState {
        ensure: Some(Ensure::Present),
        fingerprint: Some(key.fingerprint.clone()),
        long: Some(key.last_digits(16).to_owned()),
        short: Some(key.last_digits(8).to_owned()),
        expired: Some(key.is_expired),
        expiry: key.expiry.clone(),
        size: Some(key.size.clone()),
        r#type: key.kind.map(str::to_owned),
        created: Some(key.created.clone()),
    }
}

/// Adds the keys in a staged file, one of which must have the fingerprint.
fn add<S: WriteSystem>(system: &S, row: &Row<AptKey>, staged: &S::Staged) -> Result<()> {
    let path = staged.path();
    if row.id.is_fingerprint() {
        check(system, row.id(), &path, &row.id)?;
    }
    APT_KEY.run(system, row.id(), &["add", &path]).map(drop)
}

fn add_source(system: &impl WriteSystem, row: &Row<AptKey>, source: &str) -> Result<()> {
    if row.source.as_ref().is_some_and(crate::Source::is_remote) {
        let staged = system.stage(None, &Body::new(), &Attrs::default())?;
        let request = Request { row: row.id(), ..Request::new(Method::Get, source) };
        system.fetch(&request, &staged.path(), None).map_err(|error| {
            let message = format!("{} for {source}", error.message);
            error.reword(message)
        })?;
        return add(system, row, &staged);
    }
    if system.stat_one(&row.place(source), true, Want::empty())?.is_none() {
        return Err(Error::other(format!("The file {source} does not exist")));
    }
    APT_KEY.run(system, row.id(), &["add", source]).map(drop)
}

/// Checks that a file contains a key with the fingerprint.
fn check(system: &impl WriteSystem, row: u32, path: &str, id: &KeyId) -> Result<()> {
    // A file without a key is reported like one with a different key.
    let output = system.query_one(&show(row, path))?;
    if fingerprints(&output.text()).any(|found| found == &**id) {
        return Ok(());
    }
    let advice = "Check for an error in the id and content/source is legitimate.";
    let fault = "and the fingerprint from content/source don't match";
    Err(Error::other(format!("The id in your manifest {} {fault}. {advice}", &**id)))
}

/// Fetches the key from the key server.
fn fetch(system: &impl WriteSystem, row: &Row<AptKey>) -> Result<()> {
    let mut arguments = vec!["adv", "--no-tty", "--keyserver", &row.server];
    if let Some(options) = &row.options {
        arguments.extend(["--keyserver-options", options]);
    }
    arguments.extend(["--recv-keys", &row.id]);
    APT_KEY.run(system, row.id(), &arguments).map(drop)
}
