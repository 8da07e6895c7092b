Puppet::Type.type(:bell).provide(:mem) do
  def sound; 'ding'; end
  def sound=(v); end
  def pitch; 'low'; end
  def pitch=(v); end
end
