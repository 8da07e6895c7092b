Puppet::Type.type(:own_prefetch_exec).provide(:ruby) do
  commands failing: 'own-fail'
  def self.prefetch(_) = failing('list')
  def exists? = true
end
