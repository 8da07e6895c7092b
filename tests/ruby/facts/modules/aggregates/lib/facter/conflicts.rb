# Results that cannot be combined.
Facter.add(:conflict_types, type: :aggregate) do
  chunk(:one) { [1] }
  chunk(:two) { 'text' }
end
Facter.add(:conflict_texts, type: :aggregate) do
  chunk(:one) { 'one' }
  chunk(:two) { 'two' }
end
Facter.add(:conflict_deep, type: :aggregate) do
  chunk(:one) { { 'a' => { 'b' => 1 } } }
  chunk(:two) { { 'a' => { 'b' => [2] } } }
end
Facter.add(:conflict_numbers, type: :aggregate) do
  chunk(:one) { { 5 => 1 } }
  chunk(:two) { { 5 => 1 } }
end
Facter.add(:conflict_name, type: :aggregate, name: 'with name') do
  chunk(:one) { [] }
  chunk(:two) { true }
end
