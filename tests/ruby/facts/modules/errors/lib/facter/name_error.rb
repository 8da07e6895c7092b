# An unknown constant.
Facter.add(:before_unknown) { setcode { 'before' } }
FxNoSuchConstant.new
