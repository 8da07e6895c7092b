# Values of the simple types.
Facter.add(:basic_string) { setcode { 'a text' } }
Facter.add(:basic_integer) { setcode { 42 } }
Facter.add(:basic_float) { setcode { 1.5 } }
Facter.add(:basic_true) { setcode { true } }
Facter.add(:basic_false) { setcode { false } }
Facter.add(:basic_nil) { setcode { nil } }
Facter.add(:basic_empty) { setcode { '' } }
Facter.add(:basic_symbol) { setcode { :linux } }
Facter.add(:basic_next) do
  setcode do
    next 'left early' if [1].any?

    'not reached'
  end
end
