# An unknown type ends the file.
Facter.add(:option_bad_type, type: :complex) { setcode { 1 } }
