# Booleans and nil.
Facter.add(:boolean_true) { setcode { true } }
Facter.add(:boolean_false) { setcode { false } }
Facter.add(:boolean_nil) { setcode { nil } }
Facter.add(:boolean_is_true) { confine(boolean_true: true) && setcode { 'true' } }
Facter.add(:boolean_is_false) { confine(boolean_false: false) && setcode { 'false' } }
Facter.add(:boolean_is_text) { confine(boolean_true: 'true') && setcode { 'text' } }
Facter.add(:boolean_is_both) { confine(boolean_true: [true, false]) && setcode { 'both' } }
Facter.add(:boolean_of_nil) { confine(boolean_nil: [nil]) && setcode { 'nil' } }
Facter.add(:boolean_of_text) { confine(kernel: true) && setcode { 'text is not true' } }
