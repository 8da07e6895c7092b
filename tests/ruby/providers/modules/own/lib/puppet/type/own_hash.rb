Puppet::Type.newtype(:own_hash) do
  ensurable
  newparam(:name) { isnamevar }
  newproperty(:size)
  newproperty(:color) { defaultto 'red' }
  newproperty(:list, array_matching: :all)
  newparam(:hint)
end
