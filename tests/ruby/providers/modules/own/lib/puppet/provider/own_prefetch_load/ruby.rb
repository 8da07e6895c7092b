Puppet::Type.type(:own_prefetch_load).provide(:ruby) do
  def self.prefetch(_) = require('own/no/such/file')
  def exists? = true
end
