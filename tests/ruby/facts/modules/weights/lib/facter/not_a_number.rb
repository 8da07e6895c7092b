# Weights that are no numbers.
Facter.add(:weight_text) { has_weight('heavy') && setcode { 'text' } }
Facter.add(:weight_nil) { has_weight(nil) && setcode { weight } }
