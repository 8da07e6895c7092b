Puppet::Type.newtype(:spoken) do
  newparam(:name)
  newproperty(:mode) do
    def is_to_s(value); "<#{value}>"; end
    def should_to_s(value); "{#{value}}"; end
  end
  newproperty(:rank) do
    def change_to_s(is, should); "promoted from #{is} to #{should}"; end
  end
  newproperty(:rule) do
    def insync?(is); is.downcase == should.downcase; end
  end
  newproperty(:forbidden)
end
