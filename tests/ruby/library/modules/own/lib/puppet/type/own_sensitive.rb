# frozen_string_literal: true

Puppet::Type.newtype(:own_sensitive) do
  newparam(:name)
  newproperty(:password) do
    sensitive true
    def change_to_s(_current, _desired) = 'changed password'
  end
  newproperty(:token)
  newproperty(:maybe) { sensitive { resource[:name] == 'secret' } }
  newparam(:key) { sensitive true }
end
