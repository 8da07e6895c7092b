# The other fact.
Facter.add(:circle_two) { setcode { "two (#{Facter.value(:circle_one)})" } }
