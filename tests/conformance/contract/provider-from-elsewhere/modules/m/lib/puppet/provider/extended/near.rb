Puppet::Type.type(:extended).provide(:near) do
  def color; 'near'; end
  def color=(v); end
  def size; 'near'; end
  def size=(v); end
end
