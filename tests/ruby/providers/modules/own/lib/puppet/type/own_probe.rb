# A type whose providers write what they observe.
Puppet::Type.newtype(:own_probe) do
  feature :shiny, 'Declared by the provider.'
  feature :counting, 'By methods.', methods: [:count, :count=]
  ensurable
  newparam(:name) { isnamevar }
  newparam(:only_shiny, required_features: [:shiny]) { desc 'Needs a feature.' }
  newproperty(:count, required_features: :counting) { desc 'Needs methods.' }
end
