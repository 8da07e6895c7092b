# Wrong arguments of methods.
Facter.add(:wrong_weight) { has_weight }
