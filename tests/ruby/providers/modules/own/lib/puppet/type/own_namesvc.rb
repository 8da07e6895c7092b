Puppet::Type.newtype(:own_namesvc) do
  ensurable do
    newvalue(:present) { provider.create }
    newvalue(:absent) { provider.delete }
  end
  newparam(:name) { isnamevar }
  newproperty(:uid) { munge { |value| value.to_i } }
  newproperty(:shell)
  newproperty(:home)
  newproperty(:comment)
end
