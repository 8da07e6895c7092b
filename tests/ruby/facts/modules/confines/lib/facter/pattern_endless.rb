# A range of floats cannot be expanded.
Facter.add(:confine_float_range) { confine(kernel: 1.0..2.0) && setcode { 'floats' } }
