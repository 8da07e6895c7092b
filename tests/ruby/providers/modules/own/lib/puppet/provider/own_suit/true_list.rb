Puppet::Type.type(:own_suit).provide(:true_list) do
  confine true: [true, nil]
  def exists? = true
end
