# The mode that logs backtraces is off by default.
Facter.add(:trace_off) { setcode { [Facter.trace?, Facter.trace(true), Facter.trace?, Facter.trace(false)] } }
