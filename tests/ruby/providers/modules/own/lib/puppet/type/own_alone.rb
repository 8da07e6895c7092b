# A type without a provider.
Puppet::Type.newtype(:own_alone) do
  ensurable do
    newvalue(:present) { resource.note('create') }
    newvalue(:absent) { resource.note('destroy') }
  end
  newparam(:name) { isnamevar }
  newparam(:there)
  newproperty(:size) do
    def retrieve = 5
    def sync = resource.note("size #{should}")
  end
  newproperty(:weight) do
    def retrieve = :absent
    def set(value) = resource.note("weight #{value.inspect}")
  end
  def exists? = self[:there] == 'yes'
  def note(text) = File.write('/tmp/case/root/alone.log', "#{name} #{text}\n", mode: 'a')
  def flush = note('flush')
  def refresh = note('refresh')
end
