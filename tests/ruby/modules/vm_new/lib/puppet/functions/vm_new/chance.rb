# Random values: only their shape is given.
require 'securerandom'

Puppet::Functions.create_function(:'vm_new::chance') do
  def chance(size)
    [SecureRandom.hex(size).length, SecureRandom.uuid.match?(/\A\h{8}(-\h{4}){3}-\h{12}\z/), SecureRandom.random_number(1), rand(1),
     Random.new(42).rand(1000), [1, 2, 3].shuffle(random: Random.new(1)).sort, SecureRandom.alphanumeric(size).size]
  end
end
