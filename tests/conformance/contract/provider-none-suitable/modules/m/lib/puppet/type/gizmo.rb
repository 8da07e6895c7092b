Puppet::Type.newtype(:gizmo) do
  newparam(:name)
  newproperty(:size)
end
