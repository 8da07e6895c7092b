Puppet::Type.type(:own_inherit).provide(:child, parent: :base) do
  commands tool: 'own-echo'
  has_feature :deep
  def value = 'child'
  def create
    super
    File.write(path, "more #{self.class.superclass.name} #{self.class.specificity} #{self.class.features}\n", mode: 'a')
  end
end
