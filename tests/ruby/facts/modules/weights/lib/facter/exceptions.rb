# An exception ends the search, even if there are further resolutions.
Facter.add(:fail_first) { has_weight(2) && setcode { raise 'the first fails' } }
Facter.add(:fail_first) { has_weight(1) && setcode { 'not tried' } }
Facter.add(:fail_last) { has_weight(1) && setcode { raise 'not tried' } }
Facter.add(:fail_last) { has_weight(2) && setcode { 'found before' } }
Facter.add(:fail_after_nil) { has_weight(2) && setcode { nil } }
Facter.add(:fail_after_nil) { has_weight(1) && setcode { raise ArgumentError, 'after nil' } }
Facter.add(:fail_after_nil) { setcode { 'not tried' } }
