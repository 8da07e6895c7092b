Puppet::Type.newtype(:gadget) do
  feature :sharp, 'It cuts.'
  feature :shiny, 'It gleams.'
  newparam(:name)
  newproperty(:edge) do
    newvalues(:dull)
    newvalue(:keen, :required_features => :sharp)
    newvalue(:dazzling, :required_features => [:sharp, :shiny])
    newvalue(/^\d+$/, :required_features => :sharp)
  end
  newproperty(:polish, :required_features => :shiny)
  newparam(:wax, :required_features => [:sharp, :shiny])
end
