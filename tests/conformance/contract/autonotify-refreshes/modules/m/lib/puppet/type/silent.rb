Puppet::Type.newtype(:silent) do
  newparam(:name)
  newproperty(:sound)
end
