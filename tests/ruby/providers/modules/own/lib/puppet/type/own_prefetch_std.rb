Puppet::Type.newtype(:own_prefetch_std) do
  ensurable
  newparam(:name) { isnamevar }
end
