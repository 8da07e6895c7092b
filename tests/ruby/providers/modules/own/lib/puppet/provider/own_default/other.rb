Puppet::Type.type(:own_default).provide(:other) do
  defaultfor osfamily: :redhat
  def exists? = true
  def which = 'other'
  def which=(value); end
end
