Puppet::Type.newtype(:extended) do
  newparam(:name)
  newproperty(:color)
  newproperty(:size)
end
