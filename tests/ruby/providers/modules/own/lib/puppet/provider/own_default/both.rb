Puppet::Type.type(:own_default).provide(:both) do
  defaultfor osfamily: :debian, operatingsystemmajrelease: %w[11 12]
  def exists? = true
  def which = 'both'
  def which=(value); end
end
