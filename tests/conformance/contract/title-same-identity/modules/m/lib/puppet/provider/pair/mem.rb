Puppet::Type.type(:pair).provide(:mem) do
  def color; "#{resource[:user]} on #{resource[:host]}"; end
  def color=(v); end
end
