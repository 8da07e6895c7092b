Puppet::Type.newtype(:own_prefetch_load) do
  ensurable
  newparam(:name) { isnamevar }
end
