Puppet::Type.type(:own_suit).provide(:any_yes) do
  confine any: [false, true]
  def exists? = true
end
