# frozen_string_literal: true

Puppet::Type.newtype(:own_device) do
  apply_to_all
  newparam(:name)
  newproperty(:value)
end
