# Facts of other files.
Facter.add(:first) { setcode { "first and #{Facter.value(:second)}" } }
Facter.add(:first_of_dynamic) { setcode { Facter.value(:across_dynamic_two) } }
Facter.add(:first_confined) do
  confine second_flag: true
  setcode { 'confined' }
end
Facter.add(:first_fails) { setcode { [Facter.value(:second_fails)] } }
Facter.add(:first_symbol) { setcode { Facter.value(:second_symbol).inspect } }
