Puppet::Type.newtype(:own_prefetch_exec) do
  ensurable
  newparam(:name) { isnamevar }
end
