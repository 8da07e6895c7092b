# Facts are removed, but not the values that were used.
Facter.add(:reset_value) { setcode { 'reset' } }
Facter.add(:reset_values) do
  setcode do
    first = Facter.value(:reset_value)
    [first, Facter.reset.inspect, Facter.value(:reset_value), Facter.value(:kernel)]
  end
end
