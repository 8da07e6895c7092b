Puppet::Type.newtype(:listing) do
  newparam(:name)
  newproperty(:first)
  newproperty(:ordered, :array_matching => :all)
  newproperty(:unordered, :array_matching => :all) do
    def insync?(is); is.sort == should.sort; end
  end
  newproperty(:words, :array_matching => :all) { newvalues(:red, :green) }
  newparam(:anything)
end
