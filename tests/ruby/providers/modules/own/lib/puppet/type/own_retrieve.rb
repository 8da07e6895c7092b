Puppet::Type.newtype(:own_retrieve) do
  ensurable
  newparam(:name) { isnamevar }
  newproperty(:a)
  newproperty(:b)
  def retrieve
    provider.note('retrieve')
    { ensure: :present, a: '1', b: :absent }
  end
  def flush = provider.note('type flush')
end
