Puppet::Type.type(:own_suit).provide(:feature_list) do
  confine feature: %i[posix own_missing own_missing2]
  def exists? = true
end
