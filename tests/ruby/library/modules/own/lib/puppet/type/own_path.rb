# frozen_string_literal: true

require 'puppet/parameter/path'
require 'puppet/parameter/package_options'

Puppet::Type.newtype(:own_path) do
  newparam(:target, parent: Puppet::Parameter::Path) { isnamevar }
  newparam(:dirs, parent: Puppet::Parameter::Path) { accept_arrays }
  newparam(:single, parent: Puppet::Parameter::Path) { accept_arrays false }
  newparam(:options, parent: Puppet::Parameter::PackageOptions)
end
