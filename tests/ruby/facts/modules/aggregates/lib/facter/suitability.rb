# Weights and confines.
Facter.add(:suits, type: :aggregate) do
  confine kernel: 'Linux'
  chunk(:a) { ['aggregate', weight] }
end
Facter.add(:suits) { setcode { 'simple' } }
Facter.add(:suits_not, type: :aggregate) do
  confine kernel: 'Plan9'
  has_weight 50
  chunk(:a) { ['aggregate'] }
end
Facter.add(:suits_not) { setcode { 'simple' } }
Facter.add(:suits_nil, type: :aggregate) { has_weight(5) && chunk(:a) { nil } }
Facter.add(:suits_nil) { setcode { 'after nil' } }
