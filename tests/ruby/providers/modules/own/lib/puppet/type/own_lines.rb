Puppet::Type.newtype(:own_lines) do
  ensurable
  newparam(:name) { isnamevar }
  newproperty(:value)
  newproperty(:comment)
  newproperty(:words, array_matching: :all)
  newproperty(:target) { defaultto { @resource.class.defaultprovider.ancestors.include?(Puppet::Provider::ParsedFile) ? @resource.class.defaultprovider.default_target : nil } }
end
