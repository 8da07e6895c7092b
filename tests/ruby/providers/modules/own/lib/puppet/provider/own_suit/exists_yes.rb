Puppet::Type.type(:own_suit).provide(:exists_yes) do
  confine exists: '/etc/passwd'
  def exists? = true
end
