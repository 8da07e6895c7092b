# frozen_string_literal: true

Puppet::Type.newtype(:own_instances) do
  ensurable
  newparam(:name)
  newproperty(:value)
  newproperty(:other)
end
