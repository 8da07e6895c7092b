Puppet::Type.type(:linkedbell).provide(:mem) do
  def sound; 'ding'; end
  def sound=(v); end
end
