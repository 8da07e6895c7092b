# frozen_string_literal: true

Puppet::Type.newtype(:own_child) do
  ensurable
  newparam(:name)
  newproperty(:value)
end
