Puppet::Type.newtype(:unlisted) do
  ensurable
  newparam(:name)
end
