# Optional parameters, with the defaults of the method.
Puppet::Functions.create_function(:'vm_new::optional') do
  dispatch :answer do
    param 'String', :first
    optional_param 'Optional[String]', :second
    optional_param 'Boolean', :third
  end

  def answer(first, second = 'second', third = true)
    [first, second, third]
  end
end
