# frozen_string_literal: true

# A type that adds a resource of a type which its code does not name, if a secret is right.
Puppet::Type.newtype(:acme_add) do
  newparam(:name, namevar: true)
  newparam(:kind)
  newparam(:place)
  newparam(:pin)

  newproperty(:ensure) do
    newvalue(:present)
    defaultto :present

    def retrieve = :present
  end

  def generate
    self[:pin] == '1234' ? [Puppet::Type.type(self[:kind].to_sym).new(name: self[:place], ensure: 'file', content: 'added')] : []
  end
end
