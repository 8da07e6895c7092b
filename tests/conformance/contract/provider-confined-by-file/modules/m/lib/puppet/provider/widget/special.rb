Puppet::Type.type(:widget).provide(:special, :parent => :base) do
  defaultfor :kernel => :linux, 'os.family' => :debian
end
