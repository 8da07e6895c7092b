# A structured fact is replaced as a whole.
Facter.add(:os) { has_weight(10) && setcode { { 'family' => 'Custom', 'extra' => true } } }
Facter.add(:os_seen) { setcode { [Facter.value('os.family'), Facter.value('os.name'), Facter.value(:os)] } }
