Puppet::Type.type(:widget).provide(:late, :parent => :base) do
  confine :exists => '/tmp/marotte-conformance-late'
end
