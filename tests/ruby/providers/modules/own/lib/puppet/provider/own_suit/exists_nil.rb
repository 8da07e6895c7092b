Puppet::Type.type(:own_suit).provide(:exists_nil) do
  confine exists: nil
  def exists? = true
end
