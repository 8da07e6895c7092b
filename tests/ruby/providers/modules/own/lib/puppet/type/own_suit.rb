Puppet::Type.newtype(:own_suit) do
  ensurable
  newparam(:name) { isnamevar }
end
