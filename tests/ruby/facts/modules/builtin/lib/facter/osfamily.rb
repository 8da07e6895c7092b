# With weight, the custom fact precedes.
Facter.add(:osfamily) { has_weight(1) && setcode { 'Custom family' } }
