Puppet::Type.type(:own_suit).provide(:true_yes) do
  confine true: true
  def exists? = true
end
