# Backtraces in the log.
Facter.trace(true)
Facter.add(:traced) { setcode { raise 'with a backtrace' } }
Facter.add(:traced_value) { setcode { { range: 1..2 } } }
Facter.add(:traced_log) { setcode { Facter.log_exception(RuntimeError.new('without a backtrace'), 'text').inspect } }
