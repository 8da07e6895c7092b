# Parts of structured facts.
Facter.add(:dotted_family) { confine('os.family' => Facter.value(:os)['family']) && setcode { 'family' } }
Facter.add(:dotted_symbol) { confine('os.family': 'none') && setcode { 'symbol' } }
Facter.add(:dotted_missing) { confine('os.nothing' => 'x') && setcode { 'missing' } }
Facter.add(:dotted_beyond) { confine('os.family.name' => 'x') && setcode { 'beyond' } }
Facter.add(:dotted_block) { confine('os.release.major') { |major| major.to_i.positive? } && setcode { 'block' } }
Facter.add(:dotted_custom) { setcode { { 'level' => { 'name' => 'Deep', list: ['zero', 'One'] } } } }
Facter.add(:dotted_of_custom) { confine('dotted_custom.level.name' => 'deep') && setcode { 'custom' } }
Facter.add(:dotted_of_index) { confine('dotted_custom.level.list.1' => 'ONE') && setcode { 'index' } }
Facter.add(:dotted_of_missing) { confine('dotted_custom.level.none' => 'x') && setcode { 'none' } }
