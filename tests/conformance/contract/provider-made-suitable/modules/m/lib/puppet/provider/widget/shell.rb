Puppet::Type.type(:widget).provide(:shell, :parent => :base) do
  commands :shell => '/bin/sh'
end
