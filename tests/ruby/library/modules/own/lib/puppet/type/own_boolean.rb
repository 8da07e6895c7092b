# frozen_string_literal: true

require 'puppet/parameter/boolean'
require 'puppet/property/boolean'

Puppet::Type.newtype(:own_boolean) do
  newparam(:name)
  newparam(:old, boolean: true) do
    newvalues(:true, :false)
    defaultto :true
  end
  newparam(:new, boolean: true, parent: Puppet::Parameter::Boolean)
  newparam(:given, parent: Puppet::Parameter::Boolean) { defaultto false }
  newproperty(:state, parent: Puppet::Property::Boolean)
  newproperty(:checked, boolean: true, parent: Puppet::Property::Boolean) { newvalues(:true, :false) }
end
