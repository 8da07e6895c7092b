Puppet::Type.type(:own_suit).provide(:several) do
  confine osfamily: :redhat, exists: '/no/such', true: false
  def exists? = true
end
