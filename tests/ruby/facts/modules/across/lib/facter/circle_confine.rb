# A confine that needs its own fact.
Facter.add(:circle_confine) do
  confine circle_confine: true
  setcode { 1 }
end
Facter.add(:circle_confine_user) { setcode { Facter.value(:circle_confine_block).inspect } }
Facter.add(:circle_confine_block) do
  confine { Facter.value(:circle_confine_block) }
  setcode { 1 }
end
