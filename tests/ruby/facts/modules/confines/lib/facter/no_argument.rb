# Without arguments, nothing happens.
Facter.add(:confine_nothing) do
  @result = confine
  setcode { @result.inspect }
end
Facter.add(:confine_name_only) do
  @result = confine(:kernel)
  setcode { [@result.inspect, weight] }
end
