Puppet::Type.newtype(:own_refresh, self_refresh: true) do
  @self_refresh = true
  newparam(:name) { isnamevar }
  newparam(:fails)
  newproperty(:state)
  def refresh = provider.restart
end
