Puppet::Type.type(:owned).provide(:mem) do
  def id; resource[:id]; end
  def id=(v); end
  def secret; 'old'; end
  def secret=(v); raise Puppet::Error, 'not this one' if resource[:id] == 'bad'; end
  def color; 'old'; end
  def color=(v); end
end
