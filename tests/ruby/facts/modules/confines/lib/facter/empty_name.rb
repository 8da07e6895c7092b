# A fact with an empty name.
Facter.add(:confine_without_name) { confine('' => 'x') && setcode { 'without name' } }
