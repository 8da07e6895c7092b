Puppet::Type.type(:keyed).provide(:mem) do
  def id; resource[:id].sub('new', 'old'); end
  def id=(v); end
  def place; resource[:place]; end
  def place=(v); end
  def color; 'red'; end
  def color=(v); end
end
