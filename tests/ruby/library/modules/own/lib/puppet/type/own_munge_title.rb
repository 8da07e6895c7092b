# frozen_string_literal: true

Puppet::Type.newtype(:own_munge_title) do
  newparam(:path) do
    isnamevar
    validate { |value| raise Puppet::Error, "Path must be absolute, not '#{value}'" unless value.start_with?('/') }
    munge { |value| value.squeeze('/').chomp('/') }
  end
  newproperty(:base) { defaultto { File.basename(resource[:path]) } }
end
