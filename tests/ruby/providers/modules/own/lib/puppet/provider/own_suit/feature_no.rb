Puppet::Type.type(:own_suit).provide(:feature_no) do
  confine feature: :own_missing
  def exists? = true
end
