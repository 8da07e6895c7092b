Puppet::Type.newtype(:phased) do
  newproperty(:ensure) do
    newvalue(:stopped) { provider.stop }
    newvalue(:running, :event => :phased_started, :invalidate_refreshes => true) { provider.start }
    newvalue(:absent) { provider.remove }
    newvalue(/^v\d$/) { provider.install(should) }
    aliasvalue(:true, :running)
    def retrieve; provider.state; end
  end
  newparam(:name)
  newproperty(:color)
  newproperty(:label)
  def refresh; notice("#{self[:name]} restarts"); end
end
