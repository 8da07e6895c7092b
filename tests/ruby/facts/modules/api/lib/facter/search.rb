# Directories with further facts.
Facter.search(File.join(__dir__, 'extra'))
Facter.add(:search_value) { setcode { Facter.value(:searched) } }
Facter.add(:search_path) { setcode { Facter.search_path.grep(/extra/).map { |path| File.basename(path) } } }
Facter.add(:search_result) { setcode { Facter.search.inspect } }
