Puppet::Type.newtype(:own_order) do
  newparam(:name) { isnamevar }
  newproperty(:z)
  newproperty(:a)
  newproperty(:m)
  newproperty(:ensure) { newvalue(:present) { provider.note('create') }; newvalue(:absent) { provider.note('destroy') }; def retrieve = provider.note('get ensure') && provider.there }
end
