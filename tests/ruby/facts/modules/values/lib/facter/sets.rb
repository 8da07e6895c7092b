# Sets are no values of facts; subclasses of hashes and arrays are.
require 'set'
class FxHash < Hash; end
class FxText < String; end
Facter.add(:value_set) { setcode { Set.new.to_a } }
Facter.add(:value_enumerator) { setcode { [1].each.size } }
Facter.add(:value_subhash) { setcode { FxHash.new.merge('a' => 1) } }
Facter.add(:value_subtext) { setcode { FxText.new('sub') } }
Facter.add(:value_default) { setcode { Hash.new('default').merge('a' => 1) } }
Facter.add(:value_lazy) { setcode { [3, 1, 2].lazy.map { |number| number }.sort } }
