# Blocks.
Facter.add(:block_true) { confine { true } && setcode { 'true' } }
Facter.add(:block_value) { confine { 'something' } && setcode { 'something' } }
Facter.add(:block_false) { confine { false } && setcode { 'false' } }
Facter.add(:block_nil) { confine { nil } && setcode { 'nil' } }
Facter.add(:block_raises) { confine { raise ArgumentError, 'in the block' } && setcode { 'raises' } }
Facter.add(:block_fact) { confine(:kernel) { |value| value == 'linux' } && setcode { 'fact' } }
Facter.add(:block_fact_case) { confine(:kernel) { |value| value == 'Linux' } && setcode { 'lower case' } }
Facter.add(:block_fact_raises) { confine(:kernel) { |value| value.no_method } && setcode { 'fact raises' } }
Facter.add(:block_fact_unknown) { confine(:no_such_fact) { true } && setcode { 'unknown' } }
Facter.add(:block_structured) { confine(:os) { |os| os['family'] != 'windows' } && setcode { 'structured' } }
Facter.add(:block_symbol) { confine(:block_symbol_value) { |value| value == 'abc' } && setcode { 'symbol' } }
Facter.add(:block_symbol_value) { setcode { :ABC } }
Facter.add(:block_two) do
  confine { true }
  confine(:kernel) { |_| true }
  confine { Facter.value(:block_true) }
  setcode { weight }
end
Facter.add(:block_with_values) { confine(kernel: 'Linux') { false } && setcode { 'the block is ignored' } }
