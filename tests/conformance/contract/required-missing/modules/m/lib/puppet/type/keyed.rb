Puppet::Type.newtype(:keyed) do
  newproperty(:id) { isnamevar }
  newproperty(:place) { isnamevar }
  def self.title_patterns; [[/\A(.*)@(.*)\z/m, [[:id], [:place]]]]; end
  newproperty(:color)
end
