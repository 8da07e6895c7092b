# Chunks that need others.
Facter.add(:requires_one, type: :aggregate) do
  chunk(:second, require: :first) { |first| [first.first + 1] }
  chunk(:first) { [1] }
end
Facter.add(:requires_two, type: :aggregate) do
  chunk(:sum, require: %i[a b]) { |a, b| { 'sum' => a['a'] + b['b'] } }
  chunk(:a) { { 'a' => 1 } }
  chunk(:b, require: :a) { |a| { 'b' => a['a'] + 10 } }
end
Facter.add(:requires_order, type: :aggregate) do
  @calls = []
  chunk(:c, require: [:b]) { @calls << 'c' && nil }
  chunk(:b, require: [:a]) { @calls << 'b' && nil }
  chunk(:a) { @calls << 'a' && nil }
  aggregate { |_| @calls }
end
Facter.add(:requires_frozen, type: :aggregate) do
  chunk(:a) { ['text'] }
  chunk(:b, require: :a) { |a| [a.frozen?, a.first.frozen?] }
  aggregate { |chunks| chunks[:b] }
end
Facter.add(:requires_change, type: :aggregate) do
  chunk(:a) { [1] }
  chunk(:b, require: :a) { |a| a << 2 }
end
Facter.add(:requires_missing, type: :aggregate) { chunk(:a, require: %i[nothing more]) { 1 } }
Facter.add(:requires_cycle, type: :aggregate) do
  chunk(:a, require: :b) { 1 }
  chunk(:b, require: :c) { 1 }
  chunk(:c, require: :a) { 1 }
end
Facter.add(:requires_itself, type: :aggregate) { chunk(:a, require: :a) { |a| [a.inspect] } }
Facter.add(:requires_failing, type: :aggregate) do
  chunk(:a) { raise 'chunk a' }
  chunk(:b, require: :a) { |a| [a] }
end
