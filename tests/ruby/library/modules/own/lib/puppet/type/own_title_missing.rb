# frozen_string_literal: true

Puppet::Type.newtype(:own_title_missing) do
  newparam(:one, namevar: true)
  newparam(:two, namevar: true)
end
