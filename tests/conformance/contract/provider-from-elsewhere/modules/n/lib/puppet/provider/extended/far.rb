Puppet::Type.type(:extended).provide(:far) do
  defaultfor :kernel => :linux
  def color; 'far'; end
  def color=(v); end
  def size; 'far'; end
  def size=(v); end
end
