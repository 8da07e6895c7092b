Puppet::Type.newtype(:own_package) do
  feature :purgeable, 'x', methods: [:purge]
  feature :versionable, 'x'
  newproperty(:ensure) do
    newvalue(:present) { provider.install }
    newvalue(:absent) { provider.uninstall }
    newvalue(/./) { provider.install(should) }
    def retrieve = provider.properties[:ensure]
    def insync?(is) = should == :present ? is != :absent : is.to_s == should.to_s
  end
  newparam(:name) { isnamevar }
  newparam(:options)
end
