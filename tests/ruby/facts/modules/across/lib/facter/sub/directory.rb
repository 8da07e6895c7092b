FX_SUBDIRECTORY = true
Facter.add(:sub_directory) { setcode { 1 } }
