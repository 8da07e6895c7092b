Puppet::Type.type(:own_default).provide(:blocked) do
  defaultfor kernel: 'Linux', osfamily: 'Debian', operatingsystem: 'Debian'; notdefaultfor operatingsystemmajrelease: '12'
  def exists? = true
  def which = 'blocked'
  def which=(value); end
end
