Puppet::Type.newtype(:pooled) do
  ensurable
  newparam(:name)
  newproperty(:color)
end
