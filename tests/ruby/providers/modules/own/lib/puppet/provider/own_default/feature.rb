Puppet::Type.type(:own_default).provide(:feature) do
  defaultfor feature: :posix
  def exists? = true
  def which = 'feature'
  def which=(value); end
end
