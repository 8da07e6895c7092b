Puppet::Type.type(:own_suit).provide(:optional) do
  optional_commands nope: 'own-nope'
  def exists? = true
end
