# Without weight, the built-in fact precedes.
Facter.add(:kernel) { setcode { 'Custom' } }
