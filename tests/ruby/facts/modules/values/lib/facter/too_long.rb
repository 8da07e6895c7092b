# A number with more than 64 bits.
Facter.add(:number_too_long) { setcode { 2**70 } }
