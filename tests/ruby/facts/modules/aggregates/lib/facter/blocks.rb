# A block combines the results.
Facter.add(:sum, type: :aggregate) do
  chunk(:one) { 1 }
  chunk(:two) { 2 }
  aggregate { |chunks| chunks.values.sum }
end
Facter.add(:names, type: :aggregate) do
  chunk(:b) { 1 }
  chunk(:a) { 2 }
  aggregate { |chunks| [chunks.class.name, *chunks.keys] }
end
Facter.add(:last_block, type: :aggregate) do
  chunk(:a) { 1 }
  aggregate { |_| 'first' }
  aggregate { |_| 'second' }
end
Facter.add(:chunk_again, type: :aggregate) do
  chunk(:a) { 'first' }
  chunk(:a) { 'second' }
  @results = [chunk(:b) { nil }, aggregate { |chunks| [chunks, @results.map { |result| result.class.name }] }]
end
Facter.add(:block_fails, type: :aggregate) do
  chunk(:a) { 1 }
  aggregate { |_| raise 'in the block' }
end
