Puppet::Type.newtype(:own_composite) do
  ensurable
  def self.title_patterns = [[/\A([^@]+)@(.+)\z/m, [[:name], [:zone]]], [/\A([^@]+)\z/m, [[:name]]]]
  newparam(:name) { isnamevar }
  newparam(:zone) { isnamevar; defaultto 'here' }
  newproperty(:value)
end
