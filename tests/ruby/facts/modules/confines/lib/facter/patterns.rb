# Values that are compared by ===.
Facter.add(:confine_pattern) { confine(kernel: /linux/) && setcode { 'pattern' } }
Facter.add(:confine_pattern_case) { confine(kernel: /Linux/) && setcode { 'texts are compared in lower case' } }
Facter.add(:confine_pattern_any) { confine(kernel: /Linux/i) && setcode { 'any case' } }
Facter.add(:confine_lambda) { confine(kernel: ->(value) { value == 'linux' }) && setcode { 'lambda' } }
Facter.add(:confine_class) { confine(kernel: String) && setcode { 'class' } }
Facter.add(:confine_number) { confine(pattern_number: 7) && setcode { 'number' } }
Facter.add(:confine_number_text) { confine(pattern_number: '7') && setcode { 'text' } }
Facter.add(:confine_range) { confine(pattern_number: 5..9) && setcode { 'range' } }
Facter.add(:confine_range_outside) { confine(pattern_number: 8..9) && setcode { 'outside' } }
Facter.add(:confine_text_range) { confine(pattern_letter: 'a'..'f') && setcode { 'text range' } }
Facter.add(:pattern_number) { setcode { 7 } }
Facter.add(:pattern_letter) { setcode { 'D' } }
