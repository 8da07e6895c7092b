Puppet::Type.type(:own_suit).provide(:commands_no) do
  commands nope: 'own-nope', echo: 'own-echo', gone: '/no/such/tool'
  def exists? = true
end
