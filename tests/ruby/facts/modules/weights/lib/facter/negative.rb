# Negative weights.
Facter.add(:negative) { has_weight(-1) && setcode { 'negative' } }
Facter.add(:negative_last) { has_weight(-1) && setcode { 'negative' } }
Facter.add(:negative_last) { setcode { 'zero' } }
