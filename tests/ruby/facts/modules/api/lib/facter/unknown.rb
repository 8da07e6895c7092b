# Methods and constants that Facter does not have.
Facter.add(:unknown_collection) { setcode { Facter.collection.inspect } }
Facter.add(:unknown_collection_fact) { setcode { Facter.collection.fact(:kernel) } }
Facter.add(:unknown_arguments) { setcode { Facter.unknown(1, 'two').inspect } }
Facter.add(:unknown_responds) { setcode { [Facter.respond_to?(:collection), Facter.respond_to?(:value)] } }
Facter.add(:unknown_constant) { setcode { Facter::Util::Execution.execute('x') } }
Facter.add(:unknown_defined) { setcode { [defined?(Facter::Util::Execution).inspect, defined?(Facter::Util::Resolution), defined?(Facter::Core::Aggregate)] } }
