# Errors in the log.
Facter.add(:log_exception) { setcode { Facter.log_exception(RuntimeError.new('an error')).inspect } }
Facter.add(:log_with_text) { setcode { Facter.log_exception(RuntimeError.new('hidden'), 'the text').inspect } }
Facter.add(:log_with_empty) { setcode { Facter.log_exception(RuntimeError.new('shown'), '').inspect } }
Facter.add(:log_text) { setcode { Facter.log_exception('only a text').inspect } }
Facter.add(:log_text_with_text) { setcode { Facter.log_exception('hidden', 'shown').inspect } }
Facter.add(:log_of_log) { setcode { Facter::Log.new('x').log_exception(RuntimeError.new('of the logger')).inspect } }
