Puppet::Type.newtype(:owned) do
  newparam(:id, :namevar => true) do
    munge { |v| v.downcase }
  end
  newproperty(:secret)
  newproperty(:color)
end
