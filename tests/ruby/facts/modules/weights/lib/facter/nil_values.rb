# Resolutions without a value are skipped.
Facter.add(:skip_nil) { has_weight(2) && setcode { nil } }
Facter.add(:skip_nil) { has_weight(1) && setcode { 'next' } }
Facter.add(:skip_false) { has_weight(2) && setcode { false } }
Facter.add(:skip_false) { has_weight(1) && setcode { 'not used' } }
Facter.add(:skip_invalid) { has_weight(2) && setcode { Object } }
Facter.add(:skip_invalid) { has_weight(1) && setcode { 'after the invalid one' } }
Facter.add(:skip_command) { has_weight(2) && setcode('fx-missing') }
Facter.add(:skip_command) { has_weight(1) && setcode { 'after the command' } }
Facter.add(:skip_all) { has_weight(2) && setcode { nil } }
Facter.add(:skip_all) { setcode { nil } }
