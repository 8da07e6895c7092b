# A library that does not exist.
Facter.add(:before_missing_library) { setcode { 'before' } }
require 'fx_no_such_library'
Facter.add(:after_missing_library) { setcode { 'after' } }
