# Facts of a list.
Facter.add(:list_plain) { setcode { { plain: true } } }
Facter.add(:list_nil) { setcode { nil } }
