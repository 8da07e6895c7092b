# frozen_string_literal: true

Puppet::Type.newtype(:own_defaults) do
  ensurable do
    newvalues(:present, :absent)
    defaultto :present
  end

  newparam(:name)
  newparam(:constant) { defaultto 'value' }
  newparam(:symbol) { defaultto :word }
  newparam(:list) { defaultto %w[a b] }
  newparam(:empty) { defaultto [] }
  newparam(:number) { defaultto 0 }
  newparam(:truth) { defaultto true }
  newparam(:lie) { defaultto false }
  newparam(:computed) { defaultto { "#{resource[:name]}-#{resource[:constant]}" } }
  newparam(:later) { defaultto { resource[:computed] } }
  newparam(:nothing) { defaultto { nil } }

  newparam(:checked) do
    newvalues(:one, :two)
    defaultto 'one'
  end

  newparam(:undone) do
    defaultto 'gone'
    nodefault
  end

  newproperty(:munged) do
    defaultto '5'
    munge { |value| Integer(value) }
  end

  newparam(:method_default) do
    def default = 'by a method'
  end
end
