# Sets of Ruby.
require 'set'

Puppet::Functions.create_function(:'vm_new::sets') do
  def sets(left, right)
    a = Set.new(left)
    b = right.to_set
    [(a & b).to_a, (a | b).to_a, (a - b).to_a, (a ^ b).to_a.sort_by(&:to_s), a.subset?(b), a.include?(1), a.size]
  end
end
