Puppet::Type.newtype(:bell) do
  newparam(:name)
  newproperty(:sound)
  newproperty(:pitch)
  newparam(:listens)
  newparam(:tells)
  def refresh
    raise Puppet::Error, 'the clapper is gone' if self[:name] == 'broken'
    notice("#{self[:name]} rings")
  end
  autosubscribe(:bell) { self[:listens] }
  autonotify(:bell) { self[:tells] }
end
