# Facts of an object.
fx_fact = Facter.define_fact(:later) { define_resolution(:a) { setcode { 'from an object' } } }
Facter.add(:later_value) { setcode { [fx_fact.class.name, fx_fact.name.inspect, fx_fact.value] } }
