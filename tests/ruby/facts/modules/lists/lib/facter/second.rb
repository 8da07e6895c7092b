# All facts, while a file is loaded.
fx_names = Facter.list
fx_hash = Facter.to_hash
fx_each = []
fx_result = Facter.each { |name, value| fx_each << value if name == 'list_plain' }
Facter.add(:list_names) { setcode { %w[kernel list_plain list_nil].map { |name| fx_names.include?(name) } } }
Facter.add(:list_sorted) { setcode { fx_names == fx_names.sort } }
Facter.add(:list_hash) { setcode { fx_hash.values_at('kernel', 'list_plain') } }
Facter.add(:list_class) { setcode { fx_hash.class.name } }
Facter.add(:list_each) { setcode { [fx_each, fx_result == Facter] } }
