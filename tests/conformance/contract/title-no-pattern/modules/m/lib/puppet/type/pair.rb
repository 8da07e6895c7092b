Puppet::Type.newtype(:pair) do
  newparam(:user, :namevar => true)
  newparam(:host, :namevar => true)
  newparam(:note)
  newproperty(:color)
  def self.title_patterns
    [
      [/^([^@]+)@([^@]+)$/, [[:user], [:host]]],
      [/^([^@]+)$/, [[:user]]],
    ]
  end
end
