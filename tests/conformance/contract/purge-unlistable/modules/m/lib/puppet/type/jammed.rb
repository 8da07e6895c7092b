Puppet::Type.newtype(:jammed) do
  ensurable
  newparam(:name)
end
