Puppet::Type.type(:own_suit).provide(:exists_no) do
  confine exists: '/no/such/file'
  def exists? = true
end
