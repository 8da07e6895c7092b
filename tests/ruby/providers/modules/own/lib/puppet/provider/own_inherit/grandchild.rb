Puppet::Type.type(:own_inherit).provide(:grandchild, parent: :child, source: :base) do
  def value=(value)
    super(value.upcase)
  end
end
