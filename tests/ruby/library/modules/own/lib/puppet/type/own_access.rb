# frozen_string_literal: true

Puppet::Type.newtype(:own_access) do
  newparam(:id, namevar: true)
  newproperty(:value)
  newproperty(:unused)
  newparam(:note)
  newproperty(:hidden, unmanaged: true)
end
