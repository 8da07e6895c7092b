Puppet::Type.type(:own_default).provide(:family) do
  defaultfor osfamily: :debian
  def exists? = true
  def which = 'family'
  def which=(value); end
end
