//! Installation of selected providers after the user accepted their grants, for `provider add` and `provider update`.

use anyhow::{Result, bail};
use catalog::Level;
use engine::installation::{Installation, NamedProvider, ProviderOffer};
use registry::LockedProvider;
use report::sanitize;

use super::changes;
use crate::console::Console;

/// Installs providers with their dependencies. Returns the named providers that are already installed.
///
/// # Errors
/// Returns an error if there is no solution, the policy or the user rejects a provider, or a file cannot be
/// written; the lock file is then unchanged.
pub(in crate::command) fn install(
    installation: &mut Installation,
    named: &[NamedProvider],
    accept_grants: bool,
    console: &mut Console,
) -> Result<Vec<LockedProvider>> {
    let selection = installation.select(named)?;
    let offers = selection.offers();
    let back: Vec<String> = offers.iter().filter_map(|offer| backwards(installation, offer)).collect();
    if !back.is_empty() && console.can_ask() && !console.ask("", &format!("Downgrade {}?", back.join(", "))) {
        bail!("The downgrade was not confirmed; nothing was changed");
    }
    accept(installation, &offers, accept_grants, console)?;
    let installed: Vec<String> =
        offers.iter().map(|offer| format!("{} {}", offer.entry.name, offer.entry.version)).collect();
    let unused = installation.install(&selection)?;
    if !installed.is_empty() && !console.is_structured() {
        let lock = installation.files.lock.display();
        console.print_untrusted(&format!("Installed {}, recorded in '{lock}'\n", installed.join(", ")));
    }
    for name in unused {
        let message = format!(
            "No provider depends on '{name}' any more; if no manifest uses it, remove it with marotte provider remove {name}"
        );
        console.log(Level::Notice, "", &message);
    }
    Ok(selection.unchanged)
}

/// Prints that providers are already installed.
pub(in crate::command) fn print_unchanged(unchanged: &[LockedProvider], console: &mut Console) {
    if !console.is_structured() {
        for entry in unchanged {
            console.print_untrusted(&format!("{} {} is already installed\n", entry.name, entry.version));
        }
    }
}

/// Shows providers with their grants and requests confirmation of grants beyond those accepted on this system.
///
/// # Errors
/// Returns an error if the user does not confirm, or cannot be prompted and `accept_grants` is not set.
pub(super) fn accept(
    installation: &Installation,
    offers: &[ProviderOffer<'_>],
    accept_grants: bool,
    console: &mut Console,
) -> Result<()> {
    let (mut wider, mut text, mut answers) = (Vec::new(), String::new(), Vec::new());
    for ProviderOffer { entry, package, is_granted } in offers {
        let previous = installation.locked(&entry.name);
        let previous = previous.as_ref().map(|artifact| artifact.package());
        text.push_str(&changes::describe(entry, package, previous));
        answers.push(changes::to_json(entry, package, previous));
        if !is_granted && installation.exceeds_accepted(&entry.name, package) {
            wider.push(entry.name.as_str());
        }
    }
    let needs_confirmation = !wider.is_empty() && !accept_grants;
    let names = sanitize::printable_line(&wider.join(", "));
    let asks = needs_confirmation && console.can_ask();
    // The text is shown with the question, regardless of the destination of results.
    if asks && !console.ask(&text, &format!("Accept the grants of {names}?")) {
        bail!("The grants of {names} were not accepted; nothing was changed");
    }
    if console.is_structured() {
        console.print_data(&answers.into());
    } else if !asks {
        console.print_untrusted(&text);
    }
    if needs_confirmation && !asks {
        bail!("The grants of {names} must be accepted, and standard input is not a terminal: use --accept-grants");
    }
    Ok(())
}

/// Describes the change of an offered provider to a lower version.
fn backwards(installation: &Installation, offer: &ProviderOffer<'_>) -> Option<String> {
    let newer = installation.newer_than(offer.entry)?;
    let text = format!("{} from {newer} to {}", offer.entry.name, offer.entry.version);
    Some(sanitize::printable_line(&text))
}
