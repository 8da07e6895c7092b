# Facts for another file, which use a third one.
Facter.add(:second) { setcode { "second and #{Facter.value(:third)}" } }
Facter.add(:second_flag) { setcode { true } }
Facter.add(:second_fails) { setcode { raise 'the second fails' } }
Facter.add(:second_symbol) { setcode { :symbol } }
