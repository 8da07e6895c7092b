# Objects that are no values of facts.
FxPoint = Struct.new(:x) unless defined?(FxPoint)
class FxObject; end
class FxNamed
  def to_s = 'a named object'
end
Facter.add(:value_object) { setcode { FxObject.new } }
Facter.add(:value_named) { setcode { FxNamed.new } }
Facter.add(:value_nested) { setcode { { 'list' => [1, FxNamed.new] } } }
Facter.add(:value_key) { setcode { { FxNamed.new => 1 } } }
Facter.add(:value_class) { setcode { String } }
Facter.add(:value_range) { setcode { 1..3 } }
Facter.add(:value_rational) { setcode { 3r } }
Facter.add(:value_regexp) { setcode { /x/ } }
Facter.add(:value_exception) { setcode { RuntimeError.new('an error') } }
