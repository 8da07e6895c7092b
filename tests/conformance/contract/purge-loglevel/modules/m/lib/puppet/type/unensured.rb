Puppet::Type.newtype(:unensured) do
  newparam(:name)
  newproperty(:color)
end
