//! `module trust`: installs a provider for the resource types that a module implements in Ruby.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Result;
use catalog::Level;
use engine::Settings;
use engine::installation::{Installation, NamedProvider};
use engine::node::{ExternalFacts, SystemFacts};
use engine::provider_lock::LockPaths;
use engine::ruby::{RubyPackage, TrustOptions};
use files::Durability;
use registry::policy::{self, TrustRule};
use registry::source::file::FileSource;

use crate::args::ModuleTrust;
use crate::command::provider::{acceptance, place};
use crate::console::Console;
use crate::exit;

/// The permissions of the policy.
const MODE: u32 = 0o644;

/// Makes the provider, shows its grants and installs it.
///
/// # Errors
/// Returns an error if the module has no type in Ruby, no interpreter is installed, or the grants are not accepted.
pub(super) fn run(arguments: &ModuleTrust, console: &mut Console) -> Result<ExitCode> {
    let (settings, environment) = console.environment(&arguments.common)?;
    let store = settings.ruby();
    let mut options = TrustOptions {
        read: arguments.read.clone(),
        write: arguments.write.clone(),
        chown: arguments.chown.clone(),
        run: arguments.run.clone(),
        environment: arguments.environment.clone(),
        reveal: arguments.reveal.clone(),
        find: arguments.find.clone(),
        change: arguments.change.clone(),
        add: arguments.add.clone(),
        call: arguments.call.clone(),
        without: arguments.without.clone(),
        replace_built_in: arguments.replace_built_in,
    };
    if arguments.learn {
        options.extend(store.trust_options(&arguments.name)?);
        options.learn(store.refused(&arguments.name)?)?;
    }
    // Facts of modules are not needed to load types.
    let facts = SystemFacts::new(&settings, true, ExternalFacts::Given(Vec::new()), Rc::default());
    let facts = |query: &str| facts.query(query);
    let package = RubyPackage::of_module(&store, &environment.modulepath, &arguments.name, &options, &facts)?;
    for (name, reason) in &package.omitted {
        console.log(Level::Warning, "", &format!("Without {name}: {reason}"));
    }
    let file = store.keep_package(&arguments.name, &package)?;
    let paths = LockPaths::of(&settings);
    let previous = fs::read(&paths.policy).ok();
    let is_new = allow(&paths, &package.name, &file, &settings, console)?;
    let installed = install(arguments, &file, &settings, console);
    if installed.is_err() && is_new {
        match previous {
            Some(text) => files::replace(&paths.policy, MODE, Durability::Fsync, |out| out.write_all(&text))?,
            None => fs::remove_file(&paths.policy)?,
        }
    }
    installed?;
    store.keep_trust_options(&arguments.name, &options)?;
    store.forget_refused(&arguments.name)?;
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Adds the digest of the component to the policy, since it is not signed. Returns whether it was not there.
fn allow(paths: &LockPaths, name: &str, file: &Path, settings: &Settings, console: &mut Console) -> Result<bool> {
    let digest = FileSource::new(file.to_owned()).read()?.artifact.digest();
    let _changes = paths.change(console)?;
    let rule = TrustRule::Artifact(digest);
    Ok(policy::trust(&paths.policy, policy::namespace_of(name), rule, &settings.checker)?)
}

/// Shows the grants and installs the provider when they are accepted.
fn install(arguments: &ModuleTrust, file: &Path, settings: &Settings, console: &mut Console) -> Result<()> {
    let mut installation = Installation::begin(settings, &[], place::network(console), console)?;
    let named = NamedProvider::file(&file.display().to_string(), &installation.policy)?;
    // The code of a module can change without a new version.
    installation.lock.remove(&named.name);
    let unchanged = acceptance::install(&mut installation, &[named], arguments.accept_grants, console)?;
    acceptance::print_unchanged(&unchanged, console);
    Ok(())
}
