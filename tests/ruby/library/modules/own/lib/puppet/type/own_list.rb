# frozen_string_literal: true

require 'puppet/property/list'
require 'puppet/property/ordered_list'

Puppet::Type.newtype(:own_list) do
  newparam(:name)
  newparam(:membership) do
    newvalues(:inclusive, :minimum)
    defaultto :minimum
  end
  newparam(:order_membership) { defaultto :inclusive }

  newproperty(:members, parent: Puppet::Property::List) do
    validate { |value| raise ArgumentError, 'no commas' if value.to_s.include?(',') }
    def retrieve = :absent
  end

  newproperty(:order, parent: Puppet::Property::OrderedList) do
    def membership = :order_membership
    def delimiter = ' '
    def retrieve = %w[z a]
  end

  newproperty(:merged, parent: Puppet::Property::OrderedList, array_matching: :all) do
    def retrieve = %w[z a]
  end
end
