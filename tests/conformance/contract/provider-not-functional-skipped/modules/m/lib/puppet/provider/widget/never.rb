Puppet::Type.type(:widget).provide(:never, :parent => :base) do
  confine :exists => '/bin/sh', :false => true
end
