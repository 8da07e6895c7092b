# A fact without values is an error.
Facter.add(:confine_no_value) { confine(kernel: nil) && setcode { 1 } }
