Puppet::Type.type(:gadget).provide(:plain) do
  def edge; 'blunt'; end
  def edge=(v); end
  def polish; 'none'; end
  def polish=(v); end
end
