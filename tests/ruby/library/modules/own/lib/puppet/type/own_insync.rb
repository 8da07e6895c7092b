# frozen_string_literal: true

Puppet::Type.newtype(:own_insync) do
  ensurable do
    defaultvalues
    defaultto :present
    def retrieve = :present
  end
  newparam(:name)
  newproperty(:text)
  newproperty(:list, array_matching: :all)
  newproperty(:number) { munge { |value| value.to_s =~ /\A\d+\z/ ? value.to_i : value.to_sym } }
  newproperty(:once) { self.idempotent = false if respond_to?(:idempotent=) }
end
