Puppet::Type.type(:gadget).provide(:handy, :parent => :plain) do
  has_feature :sharp if File.exist?('/bin/sh')
  has_feature :shiny if File.exist?('/nonexistent/polish')
end
