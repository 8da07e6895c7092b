# Messages.
Facter.debug('loading the file')
Facter.warn('a warning while loading')
Facter.add(:message_debug) { setcode { Facter.debug('a debug message').inspect } }
Facter.add(:message_once) { setcode { 2.times.map { Facter.debugonce('once').inspect } } }
Facter.add(:message_warn) { setcode { Facter.warn('a warning').inspect } }
Facter.add(:message_warn_once) { setcode { 2.times.map { Facter.warnonce('warned once').inspect } } }
Facter.add(:message_number) { setcode { Facter.warn(42) && 'number' } }
Facter.add(:message_lines) { setcode { Facter.warn("two\nlines").inspect } }
Facter.add(:message_nil) { setcode { Facter.warn(nil).inspect } }
Facter.add(:message_debugging) { setcode { Facter.debugging? } }
Facter.add(:message_trace) { setcode { Facter.trace? } }
Facter.add(:message_log) { setcode { Facter::Log.new(self).tap { |log| log.info('info') || log.error('error') || log.warn('warn') || log.debug('debug') }.class.name } }
