# Methods that later versions of Ruby do not have.
Facter.add(:old_exists) { setcode { [File.exists?(__FILE__), Dir.exists?(__dir__), File.exists?('/nowhere')] } }
Facter.add(:old_taint) { setcode { ['text'.dup.untaint, 'text'.dup.taint.tainted?] } }
Facter.add(:old_match) { setcode { ([1] =~ /1/).inspect } }
Facter.add(:old_fixnum) { setcode { 1.is_a?(Fixnum) } }
