Puppet::Type.type(:own_suit).provide(:feature_yes) do
  confine feature: :posix
  def exists? = true
end
