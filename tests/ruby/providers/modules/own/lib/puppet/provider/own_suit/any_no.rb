Puppet::Type.type(:own_suit).provide(:any_no) do
  confine any: [false, nil]
  def exists? = true
end
