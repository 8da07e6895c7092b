//! The Ruby library: the interfaces of Puppet and Facter for code of modules.

/// The files of the library, by path. `marotte.rb` requires the others.
pub(crate) const LIBRARY: &[(&str, &str)] = &[
    ("marotte.rb", include_str!("../lib/marotte.rb")),
    ("marotte/standard.rb", include_str!("../lib/marotte/standard.rb")),
    ("marotte/values.rb", include_str!("../lib/marotte/values.rb")),
    ("marotte/requests.rb", include_str!("../lib/marotte/requests.rb")),
    ("puppet/errors.rb", include_str!("../lib/puppet/errors.rb")),
    ("puppet/settings.rb", include_str!("../lib/puppet/settings.rb")),
    ("puppet/util.rb", include_str!("../lib/puppet/util.rb")),
    ("puppet/types.rb", include_str!("../lib/puppet/types.rb")),
    ("puppet/scope.rb", include_str!("../lib/puppet/scope.rb")),
    ("puppet/functions.rb", include_str!("../lib/puppet/functions.rb")),
    ("puppet/parser_functions.rb", include_str!("../lib/puppet/parser_functions.rb")),
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
        for directory in ["", "marotte", "puppet"] {
            for entry in std::fs::read_dir(library.join(directory)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    found.insert(path.strip_prefix(&library).unwrap().display().to_string());
                }
            }
        }
        assert_eq!(LIBRARY.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), found);
    }
}
