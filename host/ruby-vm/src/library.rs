//! The Ruby library: the interfaces of Puppet and Facter for code of modules.

/// The files of the library, by path. `marotte.rb` requires the others.
pub(crate) const LIBRARY: &[(&str, &str)] = &[
    ("csv.rb", include_str!("../lib/csv.rb")),
    ("facter.rb", include_str!("../lib/facter.rb")),
    ("marotte.rb", include_str!("../lib/marotte.rb")),
    ("marotte/autoloader.rb", include_str!("../lib/marotte/autoloader.rb")),
    ("marotte/class_factory.rb", include_str!("../lib/marotte/class_factory.rb")),
    ("marotte/command_methods.rb", include_str!("../lib/marotte/command_methods.rb")),
    ("marotte/command_streams.rb", include_str!("../lib/marotte/command_streams.rb")),
    ("marotte/commands.rb", include_str!("../lib/marotte/commands.rb")),
    ("marotte/display.rb", include_str!("../lib/marotte/display.rb")),
    ("marotte/fact_commands.rb", include_str!("../lib/marotte/fact_commands.rb")),
    ("marotte/fact_resolutions.rb", include_str!("../lib/marotte/fact_resolutions.rb")),
    ("marotte/fact_values.rb", include_str!("../lib/marotte/fact_values.rb")),
    ("marotte/facts.rb", include_str!("../lib/marotte/facts.rb")),
    ("marotte/libraries.rb", include_str!("../lib/marotte/libraries.rb")),
    ("marotte/requests.rb", include_str!("../lib/marotte/requests.rb")),
    ("marotte/resource_state.rb", include_str!("../lib/marotte/resource_state.rb")),
    ("marotte/sessions.rb", include_str!("../lib/marotte/sessions.rb")),
    ("marotte/standard.rb", include_str!("../lib/marotte/standard.rb")),
    ("marotte/type_attributes.rb", include_str!("../lib/marotte/type_attributes.rb")),
    ("marotte/type_description.rb", include_str!("../lib/marotte/type_description.rb")),
    ("marotte/type_providers.rb", include_str!("../lib/marotte/type_providers.rb")),
    ("marotte/type_registry.rb", include_str!("../lib/marotte/type_registry.rb")),
    ("marotte/type_relations.rb", include_str!("../lib/marotte/type_relations.rb")),
    ("marotte/types.rb", include_str!("../lib/marotte/types.rb")),
    ("marotte/values.rb", include_str!("../lib/marotte/values.rb")),
    ("puppet/catalog.rb", include_str!("../lib/puppet/catalog.rb")),
    ("puppet/confine.rb", include_str!("../lib/puppet/confine.rb")),
    ("puppet/docs.rb", include_str!("../lib/puppet/docs.rb")),
    ("puppet/errors.rb", include_str!("../lib/puppet/errors.rb")),
    ("puppet/execution.rb", include_str!("../lib/puppet/execution.rb")),
    ("puppet/feature.rb", include_str!("../lib/puppet/feature.rb")),
    ("puppet/file_parsing.rb", include_str!("../lib/puppet/file_parsing.rb")),
    ("puppet/file_serving.rb", include_str!("../lib/puppet/file_serving.rb")),
    ("puppet/file_system.rb", include_str!("../lib/puppet/file_system.rb")),
    ("puppet/filetype.rb", include_str!("../lib/puppet/filetype.rb")),
    ("puppet/functions.rb", include_str!("../lib/puppet/functions.rb")),
    ("puppet/host_types.rb", include_str!("../lib/puppet/host_types.rb")),
    ("puppet/ini_config.rb", include_str!("../lib/puppet/ini_config.rb")),
    ("puppet/metaparameters.rb", include_str!("../lib/puppet/metaparameters.rb")),
    ("puppet/parameter.rb", include_str!("../lib/puppet/parameter.rb")),
    ("puppet/parsed_file.rb", include_str!("../lib/puppet/parsed_file.rb")),
    ("puppet/parser_functions.rb", include_str!("../lib/puppet/parser_functions.rb")),
    ("puppet/posix.rb", include_str!("../lib/puppet/posix.rb")),
    ("puppet/property.rb", include_str!("../lib/puppet/property.rb")),
    ("puppet/property_kinds.rb", include_str!("../lib/puppet/property_kinds.rb")),
    ("puppet/provider.rb", include_str!("../lib/puppet/provider.rb")),
    ("puppet/provider_features.rb", include_str!("../lib/puppet/provider_features.rb")),
    ("puppet/resource.rb", include_str!("../lib/puppet/resource.rb")),
    ("puppet/resource_api.rb", include_str!("../lib/puppet/resource_api.rb")),
    ("puppet/scope.rb", include_str!("../lib/puppet/scope.rb")),
    ("puppet/settings.rb", include_str!("../lib/puppet/settings.rb")),
    ("puppet/system_files.rb", include_str!("../lib/puppet/system_files.rb")),
    ("puppet/tagging.rb", include_str!("../lib/puppet/tagging.rb")),
    ("puppet/type.rb", include_str!("../lib/puppet/type.rb")),
    ("puppet/types.rb", include_str!("../lib/puppet/types.rb")),
    ("puppet/util.rb", include_str!("../lib/puppet/util.rb")),
    ("puppet/value_collection.rb", include_str!("../lib/puppet/value_collection.rb")),
    ("puppet/windows.rb", include_str!("../lib/puppet/windows.rb")),
    ("rexml/document.rb", include_str!("../lib/rexml/document.rb")),
    ("puppet/provider/exec.rb", include_str!("../lib/puppet/provider/exec.rb")),
    ("puppet/provider/nameservice.rb", include_str!("../lib/puppet/provider/nameservice.rb")),
    ("puppet/provider/package.rb", include_str!("../lib/puppet/provider/package.rb")),
    ("puppet/resource_api/attributes.rb", include_str!("../lib/puppet/resource_api/attributes.rb")),
    ("puppet/resource_api/base_context.rb", include_str!("../lib/puppet/resource_api/base_context.rb")),
    ("puppet/resource_api/data_type_handling.rb", include_str!("../lib/puppet/resource_api/data_type_handling.rb")),
    ("puppet/resource_api/resource.rb", include_str!("../lib/puppet/resource_api/resource.rb")),
    ("puppet/resource_api/simple_provider.rb", include_str!("../lib/puppet/resource_api/simple_provider.rb")),
    ("puppet/resource_api/transport.rb", include_str!("../lib/puppet/resource_api/transport.rb")),
    ("puppet/resource_api/type_definition.rb", include_str!("../lib/puppet/resource_api/type_definition.rb")),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn all_files_of_the_library_are_embedded() {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("lib");
        let mut found = BTreeSet::new();
        let mut directories = vec![library.clone()];
        while let Some(directory) = directories.pop() {
            for entry in std::fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    directories.push(path);
                } else {
                    found.insert(path.strip_prefix(&library).unwrap().display().to_string());
                }
            }
        }
        assert_eq!(LIBRARY.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), found);
    }
}
