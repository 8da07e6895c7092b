Puppet::Type.type(:gadget).provide(:fancy, :parent => :plain) do
  has_features :sharp, :shiny
end
