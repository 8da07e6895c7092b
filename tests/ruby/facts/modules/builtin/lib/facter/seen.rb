# What other facts see.
Facter.add(:builtin_seen) { setcode { %w[kernel osfamily operatingsystem facterversion id].map { |name| Facter.value(name) } } }
