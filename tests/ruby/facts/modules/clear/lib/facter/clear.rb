# All facts are removed, and loaded again on demand.
Facter.add(:cleared) { setcode { 'cleared' } }
Facter.add(:clear_values) do
  setcode do
    first = Facter.value(:cleared)
    [first, Facter.clear.inspect, Facter.value(:cleared), Facter.value(:kernel)]
  end
end
