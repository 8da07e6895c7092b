require 'puppet/property/boolean'
require 'puppet/parameter/boolean'
Puppet::Type.newtype(:valued) do
  newparam(:name)
  newproperty(:level) do
    newvalues(:low, :high)
    aliasvalue(:l, :low)
    aliasvalue(:h, :high)
  end
  newproperty(:enabled, :parent => Puppet::Property::Boolean)
  newparam(:quiet, :boolean => true, :parent => Puppet::Parameter::Boolean)
  newparam(:flag) { newvalues(:true, :false) }
  newparam(:number) { newvalues(/^\d+$/) }
  newparam(:mixed) { newvalues(:none, :all, /^[a-z]\/\d$/) }
  newparam(:needed) do
    validate { |v| raise ArgumentError, "Needed must have a dot: #{v}" unless v.to_s.include?('.') }
  end
  newparam(:size) do
    munge { |v| Integer(v) }
    validate { |v| raise ArgumentError, "Size must be a number, not #{v}" unless v.to_s =~ /^\d+$/ }
  end
  newparam(:kind) do
    newvalues(:small, :big)
    defaultto :small
  end
  newproperty(:speed) { defaultto 'fast' }
  newproperty(:checksum) do
    validate { |v| raise Puppet::Error, 'checksum is read-only' }
  end
  validate do
    raise Puppet::Error, 'big ones must be quiet' if self[:kind] == :big and !self[:quiet]
  end
end
