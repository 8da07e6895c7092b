# A name is required.
Facter.add(:confine_no_name) { confine(nil => 'x') && setcode { 1 } }
