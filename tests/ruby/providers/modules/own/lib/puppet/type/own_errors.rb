Puppet::Type.newtype(:own_errors) do
  ensurable
  newparam(:name) { isnamevar }
  newparam(:at)
  newproperty(:one)
  newproperty(:two)
  newproperty(:three) do
    def insync?(is)
      raise Puppet::Error, 'cannot compare' if resource[:at] == 'insync'
      raise 'plain' if resource[:at] == 'insync2'
      super
    end

    def change_to_s(is, should)
      raise 'no text' if resource[:at] == 'text'
      super
    end
  end
end
