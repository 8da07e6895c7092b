Puppet::Type.type(:own_precheck).provide(:ruby) do
  def p = 'x'
end
