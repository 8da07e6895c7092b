Puppet::Type.newtype(:own_texts) do
  newparam(:name) { isnamevar }
  newproperty(:plain)
  newproperty(:insync) { def insync?(is) = is.to_s.casecmp?(should.to_s) }
  newproperty(:texts) do
    def is_to_s(value) = "<#{value}>"
    def should_to_s(value) = "[#{value}]"
  end
  newproperty(:change) { def change_to_s(is, should) = "turned #{is} into #{should}" }
  newproperty(:all, array_matching: :all)
  newproperty(:sorted, array_matching: :all) { def insync?(is) = is.is_a?(Array) && is.sort == should.sort }
  newproperty(:first)
  newproperty(:number) { munge { |value| Integer(value) } }
  newproperty(:hash) { def insync?(is) = is == should }
  newproperty(:symbol) { newvalues(:on, :off) }
  newproperty(:absent)
  newproperty(:gone)
end
