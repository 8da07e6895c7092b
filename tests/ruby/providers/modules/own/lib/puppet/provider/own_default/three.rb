Puppet::Type.type(:own_default).provide(:three) do
  defaultfor kernel: 'Linux', osfamily: 'Debian', operatingsystemmajrelease: /^1d$/; confine true: false
  def exists? = true
  def which = 'three'
  def which=(value); end
end
