# Code is required.
Facter.add(:setcode_before) { setcode { 'before' } }
Facter.add(:setcode_nothing) { setcode }
Facter.add(:setcode_after) { setcode { 'never reached' } }
