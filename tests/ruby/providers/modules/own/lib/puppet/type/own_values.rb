Puppet::Type.newtype(:own_values) do
  newparam(:name) { isnamevar }
  newproperty(:ensure) do
    newvalue(:running, event: :own_started, invalidate_refreshes: true) { provider.start }
    newvalue(:stopped, event: :own_stopped) { provider.stop }
    newvalue(/^v\d+$/) { provider.version(should) }
    aliasvalue(:true, :running)
    aliasvalue(:false, :stopped)
    def retrieve = provider.status
  end
  newproperty(:mode) do
    newvalue(:auto) { provider.automatic }
    newvalue(:manual)
    newvalues(/^custom/)
    defaultto :auto
  end
  newproperty(:flag, boolean: true) { newvalues(:true, :false) }
  newparam(:status)
end
