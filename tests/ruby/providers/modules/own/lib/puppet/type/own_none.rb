Puppet::Type.newtype(:own_none) do
  ensurable
  newparam(:name) { isnamevar }
end
