# frozen_string_literal: true

# A type that manages a line of a file by the provider of another type.
Puppet::Type.newtype(:acme_call) do
  newparam(:name, namevar: true)
  newparam(:path)
  newparam(:run)

  def line
    line = Puppet::Type.type(:file_line).new(name: self[:name], path: self[:path], line: self[:name])
    line.provider
  end

  newproperty(:ensure) do
    newvalue(:present)
    newvalue(:absent)
    defaultto :present

    def retrieve
      Puppet::Type.type(:exec).new(name: '/bin/true').provider.run if resource[:run]
      resource.line.exists? ? :present : :absent
    end

    def set(value)
      value == :present ? resource.line.create : resource.line.destroy
    end
  end
end
