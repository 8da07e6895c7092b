# Numbers with unusual values.
Facter.add(:number_nan) { setcode { Float::NAN } }
Facter.add(:number_infinity) { setcode { Float::INFINITY } }
Facter.add(:number_negative) { setcode { -Float::INFINITY } }
Facter.add(:number_small) { setcode { 5e-324 } }
Facter.add(:number_large) { setcode { 1e300 } }
Facter.add(:number_zero) { setcode { -0.0 } }
Facter.add(:number_long) { setcode { 2**62 } }
Facter.add(:number_list) { setcode { [Float::NAN.to_s, -1, 0] } }
