Puppet::Type.type(:valued).provide(:mem) do
  def level; :low; end
  def level=(v); end
  def enabled; true; end
  def enabled=(v); end
  def speed; resource[:name] =~ /slow/ ? 'slow' : 'fast'; end
  def speed=(v); end
  def checksum; 'abc'; end
end
