Puppet::Type.newtype(:own_post) do
  ensurable
  newparam(:name) { isnamevar }
end
