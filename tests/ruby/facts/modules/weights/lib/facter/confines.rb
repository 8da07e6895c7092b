# The number of confines is the weight without another.
Facter.add(:weight_confines) { setcode { 'none' } }
Facter.add(:weight_confines) do
  confine kernel: 'Linux'
  confine { true }
  setcode { "two of weight #{weight}" }
end
Facter.add(:weight_confines) do
  confine kernel: 'Linux'
  setcode { 'one' }
end
Facter.add(:weight_hash) do
  confine kernel: 'Linux', 'os.family' => Facter.value('os.family')
  setcode { weight }
end
Facter.add(:weight_explicit) do
  confine kernel: 'Linux'
  has_weight 0
  setcode { weight }
end
Facter.add(:weight_unsuitable) do
  confine kernel: 'Plan9'
  has_weight 100
  setcode { 'not here' }
end
Facter.add(:weight_unsuitable) { setcode { 'here' } }
