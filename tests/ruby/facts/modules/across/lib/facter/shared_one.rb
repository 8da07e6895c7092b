# Two files add resolutions to a fact.
Facter.add(:shared) { has_weight(1) && setcode { 'of the first file' } }
Facter.add(:shared_uses) { setcode { Facter.value(:shared) } }
