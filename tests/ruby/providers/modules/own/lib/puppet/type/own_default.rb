Puppet::Type.newtype(:own_default) do
  ensurable
  newparam(:name) { isnamevar }
  newproperty(:which)
end
