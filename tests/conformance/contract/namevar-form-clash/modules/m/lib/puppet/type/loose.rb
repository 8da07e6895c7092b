Puppet::Type.newtype(:loose) do
  @isomorphic = false
  newparam(:key, :namevar => true)
  newproperty(:color)
end
