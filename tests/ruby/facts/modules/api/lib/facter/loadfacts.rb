# All files can be loaded.
Facter.add(:loadfacts_result) { setcode { Facter.loadfacts.inspect } }
