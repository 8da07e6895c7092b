//! Checks before anything is read: values that exclude each other, names that a command would take for
//! options, and attributes that the selected provider does not support.

use marotte_sdk::prelude::*;
use marotte_sdk::system::System;

use crate::{Ensure, Package, PackageAttribute};

/// Attributes that only some providers use, and the names of these providers.
const FOR_SOME: [(PackageAttribute, &[&str]); 3] = [
    (PackageAttribute::Adminfile, &[]),
    (PackageAttribute::Responsefile, &["apt", "aptitude"]),
    (PackageAttribute::Allowcdrom, &["apt", "aptitude"]),
];

/// The providers of this component. Attributes are not checked for providers of other components.
const PROVIDERS: [&str; 18] = [
    "apk",
    "apt",
    "aptitude",
    "dnf",
    "dpkg",
    "flatpak",
    "gem",
    "npm",
    "pacman",
    "pip",
    "pip2",
    "pip3",
    "puppet_gem",
    "rpm",
    "snap",
    "tdnf",
    "yum",
    "zypper",
];

impl Canonicalize for Package {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.mark.is_some() && matches!(row.ensure, Ensure::Absent | Ensure::Purged) {
            let message = "You cannot use \"mark\" property while \"ensure\" is one of [\"absent\", \"purged\"]";
            problems.error(row, PackageAttribute::Mark, message);
        }
        let is_disabled = row.ensure == Ensure::Disabled;
        if is_disabled && row.flavor.is_some() {
            problems.error(row, PackageAttribute::Flavor, "Cannot have both `ensure => disabled` and `flavor`");
        }
        if row.enable_only && row.flavor.is_some() {
            problems.error(row, PackageAttribute::EnableOnly, "Cannot have both `enable_only => true` and `flavor`");
        }
        if row.enable_only && is_disabled {
            let message = "Cannot have both `ensure => disabled` and `enable_only => true`";
            problems.error(row, PackageAttribute::EnableOnly, message);
        }
        refuse_options(row, problems);
        refuse_command(row, problems);
        warn_of_useless(row, problems);
    }
}

/// Rejects names and sources that begin with a dash, since commands would take them for options.
fn refuse_options(row: &Row<Package>, problems: &mut Problems<Package>) {
    let words = [(PackageAttribute::Name, Some(&row.name)), (PackageAttribute::Source, row.source.as_ref())];
    for (attribute, word) in words {
        if let Some(word) = word
            && (word.starts_with('-') || word.is_empty() || word.contains('\0'))
        {
            let name = attribute.name();
            problems.error(
                row,
                attribute,
                format!("The {name} '{word}' is not valid: a command would parse it as an option"),
            );
        }
    }
}

fn refuse_command(row: &Row<Package>, problems: &mut Problems<Package>) {
    if row.command != "default" && !row.command.starts_with('/') {
        let message = format!("The command '{}' must be 'default' or an absolute path", row.command);
        problems.error(row, PackageAttribute::Command, message);
    }
}

fn warn_of_useless(row: &Row<Package>, problems: &mut Problems<Package>) {
    let Some(provider) = row.provider().map(str::to_owned) else { return };
    let is_set = |attribute| match attribute {
        PackageAttribute::Adminfile => row.adminfile.is_some(),
        PackageAttribute::Responsefile => row.responsefile.is_some(),
        _ => row.allowcdrom.is_some(),
    };
    for (attribute, providers) in FOR_SOME {
        let is_useless = PROVIDERS.contains(&&*provider) && !providers.contains(&&*provider);
        if is_set(attribute) && is_useless {
            let name = attribute.name();
            problems.warning(row, attribute, format!("Provider {provider} does not support {name}; it has no effect"));
        }
    }
    let unsupported = [
        (PackageAttribute::Instance, &row.instance),
        (PackageAttribute::Status, &row.status),
        (PackageAttribute::Category, &row.category),
        (PackageAttribute::Platform, &row.platform),
        (PackageAttribute::Root, &row.root),
        (PackageAttribute::Vendor, &row.vendor),
        (PackageAttribute::Description, &row.description),
    ];
    for (attribute, value) in unsupported {
        if value.is_some() {
            let name = attribute.name();
            problems.warning(row, attribute, format!("{name} is read-only; it has no effect"));
        }
    }
}
