# Values in a hash.
Facter.add(:confine_equal) { confine(kernel: 'Linux') && setcode { 'equal' } }
Facter.add(:confine_case) { confine(kernel: 'LINUX') && setcode { 'case' } }
Facter.add(:confine_symbol) { confine(kernel: :linux) && setcode { 'symbol' } }
Facter.add(:confine_other) { confine(kernel: 'Windows') && setcode { 'other' } }
Facter.add(:confine_array) { confine(kernel: %w[Windows Linux]) && setcode { 'array' } }
Facter.add(:confine_not_in_array) { confine(kernel: %w[Windows Darwin]) && setcode { 'not in array' } }
Facter.add(:confine_text_key) { confine('kernel' => 'Linux') && setcode { 'text key' } }
Facter.add(:confine_two) { confine(kernel: 'Linux', osfamily: Facter.value(:osfamily)) && setcode { 'two' } }
Facter.add(:confine_one_of_two) { confine(kernel: 'Linux', osfamily: 'none') && setcode { 'one of two' } }
Facter.add(:confine_unknown) { confine(no_such_fact: 'x') && setcode { 'unknown' } }
