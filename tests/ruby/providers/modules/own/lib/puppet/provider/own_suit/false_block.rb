Puppet::Type.type(:own_suit).provide(:false_block) do
  confine false: proc { nil }
  def exists? = true
end
