Puppet::Type.type(:widget).provide(:base) do
  def made_by; self.class.name.to_s; end
  def made_by=(v); end
end
