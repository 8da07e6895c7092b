# What Facter.add returns.
fx_result = Facter.add(:add_result) { setcode { fx_result.inspect } }
