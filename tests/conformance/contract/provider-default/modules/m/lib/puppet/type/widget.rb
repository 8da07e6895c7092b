Puppet::Type.newtype(:widget) do
  newparam(:name)
  newproperty(:made_by)
end
