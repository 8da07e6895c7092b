# frozen_string_literal: true

Puppet::Type.newtype(:own_initialize) do
  newparam(:name)
  newparam(:first)
  newparam(:second) { defaultto { 'default' } }
  newproperty(:combined) { defaultto { resource.original_parameters.keys.map(&:to_s).sort.join(',') } }

  def initialize(resource)
    super
    self[:first] = "set for #{title}" unless self[:first]
    self[:loglevel] = :debug if self[:second] == 'quiet'
  end
end
