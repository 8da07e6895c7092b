Puppet::Type.type(:gizmo).provide(:absent) do
  confine :exists => '/nonexistent/gizmo'
  def size; '1'; end
  def size=(v); end
end
