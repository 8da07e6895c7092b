Puppet::Type.newtype(:own_secret) do
  ensurable
  newparam(:name) { isnamevar }
  newproperty(:password)
  newproperty(:plain)
  newproperty(:pin) { def is_to_s(_) = '[old]' ; def should_to_s(_) = '[new]' }
end
