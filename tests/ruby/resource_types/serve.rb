# frozen_string_literal: true

# A type that writes the content of a source.
Puppet::Type.newtype(:acme_serve) do
  newparam(:path, namevar: true)
  newparam(:source)

  validate do
    if self[:source].start_with?('puppet:') && Puppet::FileServing::Metadata.indirection.find(self[:source]).nil?
      raise ArgumentError, "Could not retrieve source #{self[:source]}"
    end
  end

  newproperty(:ensure) do
    newvalue(:present)
    defaultto :present

    def wanted = Puppet::FileServing::Content.indirection.find(resource[:source]).content
    def retrieve = File.exist?(resource[:path]) && File.read(resource[:path]) == wanted ? :present : :absent
    def set(_value) = File.write(resource[:path], wanted)
  end
end
