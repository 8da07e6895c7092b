# The last fact of the chain.
Facter.add(:third) { setcode { 'third' } }
%w[one two].each { |name| Facter.add("across_dynamic_#{name}") { setcode { name } } }
