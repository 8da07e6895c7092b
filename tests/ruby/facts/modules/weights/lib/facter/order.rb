# The greatest weight is tried first.
Facter.add(:weight_order) { has_weight(1) && setcode { 'one' } }
Facter.add(:weight_order) { has_weight(3) && setcode { 'three' } }
Facter.add(:weight_order) { has_weight(2) && setcode { 'two' } }
Facter.add(:weight_tie) { has_weight(5) && setcode { 'first' } }
Facter.add(:weight_tie) { has_weight(5) && setcode { 'second' } }
Facter.add(:weight_none) { setcode { 'first without weight' } }
Facter.add(:weight_none) { setcode { 'second without weight' } }
Facter.add(:weight_float) { has_weight(1.5) && setcode { 'one and a half' } }
Facter.add(:weight_float) { has_weight(1) && setcode { 'one' } }
