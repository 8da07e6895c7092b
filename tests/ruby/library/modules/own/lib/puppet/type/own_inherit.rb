# frozen_string_literal: true

require 'puppet_x/own'

class OwnHexProperty < Puppet::Property
  def unsafe_munge(value) = Integer(value.to_s, 16)
  def unsafe_unmunge(value) = value.to_s(16)
end

Puppet::Type.newtype(:own_inherit) do
  newparam(:name)
  newproperty(:hex, parent: OwnHexProperty)
  newproperty(:hex_list, parent: OwnHexProperty, array_matching: :all) { desc 'Several.' }
  newparam(:shouted, parent: PuppetX::Own::Shouted)
  newproperty(:first_one, parent: PuppetX::Own::OneOf) { newvalues(:x, :y) }
  newproperty(:second_one, parent: PuppetX::Own::OneOf) { newvalues(:z) }
end
