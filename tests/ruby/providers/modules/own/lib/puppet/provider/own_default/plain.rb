Puppet::Type.type(:own_default).provide(:plain) do
  desc 'No condition.'
  def exists? = true
  def which = 'plain'
  def which=(value); end
end
