Puppet::Type.type(:loose).provide(:mem) do
  def color; 'old'; end
  def color=(v); end
end
