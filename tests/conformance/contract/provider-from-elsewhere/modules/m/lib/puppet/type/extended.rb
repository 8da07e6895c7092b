Puppet::Type.newtype(:extended) do
  newparam(:name)
  newproperty(:color)
  newproperty(:size) { munge(&:downcase) }
end
