Puppet::Type.type(:own_suit).provide(:false_yes) do
  confine false: false
  def exists? = true
end
