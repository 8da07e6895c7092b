Puppet::Type.newtype(:echoing) do
  @self_refresh = true
  ensurable
  newparam(:name)
  newproperty(:sound)
  def refresh
    notice("#{self[:name]} echoes")
  end
end
