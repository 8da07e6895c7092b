# frozen_string_literal: true

require 'puppet/property/keyvalue'

Puppet::Type.newtype(:own_keyvalue) do
  newparam(:name)
  newparam(:key_value_membership) { defaultto :minimum }
  newproperty(:settings, parent: Puppet::Property::KeyValue) do
    def retrieve = { a: '1', z: '26' }
  end
  newproperty(:pairs, parent: Puppet::Property::KeyValue, array_matching: :all) do
    self.log_only_changed_or_new_keys = true
    def separator = ':'
    def delimiter = '|'
    def retrieve = :absent
  end
end
