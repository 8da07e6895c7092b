# An empty list is an error.
Facter.add(:confine_no_values) { confine(kernel: []) && setcode { 1 } }
