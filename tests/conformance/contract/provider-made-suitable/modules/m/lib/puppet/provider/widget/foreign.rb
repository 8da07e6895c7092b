Puppet::Type.type(:widget).provide(:foreign, :parent => :base) do
  confine :kernel => [:windows, :darwin]
  defaultfor :kernel => :linux, 'os.family' => :debian, 'os.name' => :debian
end
