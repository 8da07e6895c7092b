Puppet::Type.newtype(:own_inherit) do
  feature :deep, 'Below.'
  ensurable
  newparam(:name) { isnamevar }
  newproperty(:value)
end
