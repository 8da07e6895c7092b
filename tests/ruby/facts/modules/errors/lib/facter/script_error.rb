# An exception that is not rescued.
Facter.add(:script_error) { setcode { raise NotImplementedError, 'not rescued' } }
Facter.add(:script_error_user) { setcode { Facter.value(:script_error_other) } }
Facter.add(:script_error_other) { setcode { require 'fx_no_such_library' } }
