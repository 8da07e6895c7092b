# Facts that need each other.
Facter.add(:circle_one) { setcode { "one (#{Facter.value(:circle_two)})" } }
