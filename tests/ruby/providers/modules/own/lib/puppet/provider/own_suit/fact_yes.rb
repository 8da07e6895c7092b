Puppet::Type.type(:own_suit).provide(:fact_yes) do
  confine osfamily: :debian
  def exists? = true
end
