Puppet::Type.newtype(:twin) do
  newparam(:name)
  newproperty(:made_by)
end
