# An exception outside of facts.
Facter.add(:before_exception) { setcode { 'before' } }
raise ArgumentError, 'while loading'
