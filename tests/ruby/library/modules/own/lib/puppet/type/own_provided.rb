# frozen_string_literal: true

Puppet::Type.newtype(:own_provided) do
  ensurable
  newparam(:name)
  newproperty(:value)
end
