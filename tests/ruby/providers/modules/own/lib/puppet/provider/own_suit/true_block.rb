Puppet::Type.type(:own_suit).provide(:true_block) do
  confine true: -> { File.exist?('/etc/passwd') }
  def exists? = true
end
