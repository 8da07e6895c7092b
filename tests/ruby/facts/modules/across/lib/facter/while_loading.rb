# Values while a file is loaded.
fx_family = Facter.value('os.family')
fx_third = Facter.value(:third)
Facter.add(:loading_values) { setcode { [fx_family == Facter.value('os.family'), fx_third] } }
