# Without a block, the results are combined.
Facter.add(:merge_hashes, type: :aggregate) do
  chunk(:one) { { 'a' => 1, 'deep' => { 'x' => 1, 'list' => [1] } } }
  chunk(:two) { { 'b' => 2, 'deep' => { 'y' => 2, 'list' => [2] } } }
end
Facter.add(:merge_arrays, type: :aggregate) do
  chunk(:one) { [1, 2] }
  chunk(:two) { [2, 3] }
end
Facter.add(:merge_nil, type: :aggregate) do
  chunk(:one) { nil }
  chunk(:two) { { a: nil } }
  chunk(:three) { { a: 3 } }
  chunk(:four) { nil }
end
Facter.add(:merge_single, type: :aggregate) { chunk(:only) { 'a text' } }
Facter.add(:merge_nothing, type: :aggregate) { has_weight 1 }
Facter.add(:merge_all_nil, type: :aggregate) { chunk(:only) { nil } }
Facter.add(:merge_symbols, type: :aggregate) { chunk(:only) { { key: :value } } }
Facter.add(:merge_string_keys, type: :aggregate) do
  chunk(:one) { { 'a' => 1 } }
  chunk(:two) { { a: 2 } }
end
