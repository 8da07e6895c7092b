# Facts without code.
Facter.add(:nothing_at_all)
Facter.add(:nothing_in_block) { has_weight 3 }
Facter.define_fact(:nothing_defined)
