# Methods, constants and classes of a file.
FX_LIMIT = 3 unless defined?(FX_LIMIT)

def fx_numbers(count)
  (1..count).to_a
end

module FxHelpers
  def self.join(*words) = words.join('+')
end

Facter.add(:helpers_numbers) { setcode { fx_numbers(FX_LIMIT) } }
Facter.add(:helpers_join) { setcode { FxHelpers.join('a', 'b') } }
%w[one two].each do |name|
  Facter.add("helpers_#{name}") { setcode { name * 2 } }
end
Facter.add(:helpers_self) { setcode { self.class.name } }
Facter.add(:helpers_resolution) { name.nil? && setcode { 'in the block' } }
