Puppet::Type.type(:widget).provide(:general, :parent => :base) do
  defaultfor :kernel => :linux
end
