Puppet::Type.newtype(:sized) do
  newparam(:name)
  newparam(:size)
  newproperty(:color)
  validate do
    raise Puppet::Error, "the attribute 'size' is required" unless self[:size]
  end
end
