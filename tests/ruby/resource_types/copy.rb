# frozen_string_literal: true

# A type that reads a file which its code does not name, and changes another resource in the catalog.
Puppet::Type.newtype(:acme_copy) do
  newparam(:name, namevar: true)
  newparam(:from)
  newparam(:target_file)

  newproperty(:ensure) do
    defaultto :present

    def retrieve
      file = resource.catalog.resource('File', resource[:target_file])
      raise Puppet::Error, 'the file is not known' unless file

      file[:content] = File.read(resource[:from])
      :present
    end

    def insync?(_current) = true
  end
end
