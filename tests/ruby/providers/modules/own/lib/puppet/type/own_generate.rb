Puppet::Type.newtype(:own_generate) do
  ensurable
  newparam(:name) { isnamevar }
  newparam(:count) { munge { |value| value.to_i } }
  newparam(:depth)
  newparam(:raise)
  def generate
    raise Puppet::Error, 'cannot generate' if self[:raise]
    Array.new(self[:count] || 0) { |i| self.class.new(name: "#{self[:name]}-g#{i}", ensure: :present, tag: 'made') }
  end
  def eval_generate
    return [] unless self[:depth]
    [self.class.new(name: "#{self[:name]}-e", ensure: :present)]
  end
end
