# A repeated parameter takes any number of arguments, also none.
Puppet::Functions.create_function(:'vm_new::repeated') do
  dispatch :count do
    param 'String', :label
    repeated_param 'Variant[Integer, Float]', :values
  end

  def count(label, *values)
    { 'label' => label, 'count' => values.size, 'sum' => values.sum }
  end
end
