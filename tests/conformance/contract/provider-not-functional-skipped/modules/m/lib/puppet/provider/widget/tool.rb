Puppet::Type.type(:widget).provide(:tool, :parent => :base) do
  commands :tool => '/nonexistent/tool'
end
