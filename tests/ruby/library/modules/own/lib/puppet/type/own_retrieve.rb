# frozen_string_literal: true

Puppet::Type.newtype(:own_retrieve) do
  ensurable
  newparam(:name)
  newproperty(:value, retrieve: :read_value)
  newproperty(:count) { def retrieve = 3 }
end
