# The second file.
Facter.add(:shared) { has_weight(2) && setcode { 'of the second file' } }
