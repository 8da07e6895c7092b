//! Providers in Ruby for types that the host implements: `package`, `service`, and types whose resources exist or do not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use marotte_contract::schema::{Attribute, Hook, ProviderSchema, TypeSchema};

use super::language::is_existence;
use super::package::ruby_files;
use crate::components;
use crate::settings::directories_in;

/// The files of a module with providers of a type that the host implements.
pub(super) struct ForeignProviders {
    pub(super) schema: TypeSchema,
    pub(super) files: Vec<PathBuf>,
}

impl ForeignProviders {
    /// Lists the built-in types for which a module has providers. Types that the module declares itself are not listed. Adds types
    /// whose providers cannot be used to `omitted`, with the reason.
    pub(super) fn of_module(module: &Path, modulepath: &[PathBuf], omitted: &mut Vec<(String, String)>) -> Vec<Self> {
        let mut found = Vec::new();
        for directory in directories_in(&module.join("lib/puppet/provider")) {
            let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let files = ruby_files(&directory, false);
            if files.is_empty() || module.join(format!("lib/puppet/type/{name}.rb")).exists() {
                continue;
            }
            let mut omit = |reason: String| omitted.push((format!("the providers of {name}"), reason));
            match components::built_in_schema(&name) {
                Some(schema) if is_supported(&schema) => found.push(Self { schema, files }),
                Some(_) => omit(UNSUPPORTED.to_owned()),
                None => {
                    if let Some(other) = declaring(modulepath, &name) {
                        omit(format!("the module '{other}' declares the type, and its provider contains them"));
                    }
                }
            }
        }
        found.sort_by(|one, other| one.schema.name.cmp(&other.schema.name));
        found
    }

    /// Adds the attributes of the type to a provider, which are its columns, and the hook by which Ruby code checks values.
    pub(super) fn completed(&self, mut provider: ProviderSchema) -> ProviderSchema {
        provider.attributes = self.schema.attributes.iter().map(|attribute| attribute.name.clone()).collect();
        provider.hooks.push(Hook::Canonicalize);
        // Built-in providers count the classes below the base class of the type's providers.
        let base = if self.schema.name == "package" { PACKAGE_DEPTH } else { PROVIDER_DEPTH };
        provider.specificity = provider.specificity.saturating_sub(base);
        provider
    }

    /// Returns the attributes that the files of a module name: `resource[:target]`.
    pub(super) fn used_attributes(&self, sources: &BTreeSet<PathBuf>) -> Vec<Attribute> {
        let code: Vec<String> = sources.iter().map(|file| fs::read_to_string(file).unwrap_or_default()).collect();
        let is_used = |attribute: &&Attribute| {
            let name = format!(":{}", attribute.name);
            code.iter().any(|text| {
                let mut ends = text.match_indices(&name).map(|(at, _)| &text[at + name.len()..]);
                ends.any(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
            })
        };
        self.schema.attributes.iter().filter(is_used).cloned().collect()
    }
}

/// The number of classes above and including a provider without a parent: `BasicObject`, `Object`, `Puppet::Provider` and its own.
const PROVIDER_DEPTH: u32 = 4;

/// The number of classes above and including a provider whose parent is `Puppet::Provider::Package`.
const PACKAGE_DEPTH: u32 = PROVIDER_DEPTH + 1;

/// Why providers of a type cannot be used.
const UNSUPPORTED: &str =
    "providers in Ruby are supported for 'package', 'service' and types whose 'ensure' is 'present' or 'absent'";

/// Returns the name of the module that declares a type.
fn declaring(modulepath: &[PathBuf], type_name: &str) -> Option<String> {
    let mut modules = modulepath.iter().flat_map(|directory| directories_in(directory));
    let found = modules.find(|module| module.join(format!("lib/puppet/type/{type_name}.rb")).exists())?;
    Some(found.file_name()?.to_string_lossy().into_owned())
}

fn is_supported(schema: &TypeSchema) -> bool {
    matches!(&*schema.name, "package" | "service") || schema.attributes.iter().any(is_existence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_of_built_in_types_are_listed() {
        let modules = tempfile::tempdir().unwrap();
        for file in [
            "own/lib/puppet/provider/package/pecl.rb",
            "own/lib/puppet/provider/package/pear.rb",
            "own/lib/puppet/provider/exec/own.rb",
            "own/lib/puppet/provider/host/dns.rb",
            "own/lib/puppet/provider/mount/own.rb",
            "own/lib/puppet/type/mount.rb",
            "own/lib/puppet/provider/acme/ruby.rb",
            "own/lib/puppet/provider/helpers/ruby.rb",
            "other/lib/puppet/type/acme.rb",
        ] {
            let file = modules.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "resource[:target] resource[:name_of]").unwrap();
        }
        let mut omitted = Vec::new();
        let path = [modules.path().to_owned()];
        let found = ForeignProviders::of_module(&modules.path().join("own"), &path, &mut omitted);
        let names = found.iter().map(|one| (&*one.schema.name, one.files.len())).collect::<Vec<_>>();
        assert_eq!(names, [("host", 1), ("package", 2)]);
        omitted.sort();
        let reason = "the module 'other' declares the type, and its provider contains them";
        assert_eq!(omitted[0], ("the providers of acme".to_owned(), reason.to_owned()));
        assert_eq!(omitted[1..], [("the providers of exec".to_owned(), UNSUPPORTED.to_owned())]);
        let rank = |of_type: &ForeignProviders, specificity| {
            of_type.completed(ProviderSchema { specificity, ..ProviderSchema::default() }).specificity
        };
        assert_eq!((rank(&found[0], 4), rank(&found[0], 6), rank(&found[1], 6)), (0, 2, 1));
        let used = found[0].used_attributes(&found[0].files.iter().cloned().collect());
        assert_eq!(used.iter().map(|attribute| &*attribute.name).collect::<Vec<_>>(), ["target"]);
    }
}
