# frozen_string_literal: true

Puppet::Type.newtype(:own_features) do
  feature :lockable, <<-DOC, methods: %i[lock unlock]
    Something
    that can be locked.
  DOC
  feature :refreshable, 'The provider can refresh.'
  feature :sized, 'Has sizes', methods: [:size]

  newparam(:name)
  newproperty(:locked, required_features: :lockable) { newvalues(:yes, :no) }
  newproperty(:size, required_features: %w[sized refreshable])
  newparam(:extra, required_features: [:refreshable])
  newproperty(:mode) do
    newvalue(:plain)
    newvalue(:fresh, required_features: :refreshable)
    newvalue(:both, required_features: %i[refreshable lockable])
  end
end
