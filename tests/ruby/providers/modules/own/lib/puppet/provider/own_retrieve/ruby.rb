Puppet::Type.type(:own_retrieve).provide(:ruby) do
  def note(text) = Puppet.notice("#{resource.name} #{text}")
  def a=(value)
    note("a #{value}")
  end
  def b=(value)
    note("b #{value}")
  end
  def flush = note('provider flush')
end
