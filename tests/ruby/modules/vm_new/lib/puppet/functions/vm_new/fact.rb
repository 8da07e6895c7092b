# Facts by the variable "facts" of the scope.
Puppet::Functions.create_function(:'vm_new::fact') do
  dispatch :dig do
    required_repeated_param 'String', :path
  end

  def dig(*path)
    facts = closure_scope['facts']
    path.reduce(facts) { |found, key| found.is_a?(Hash) ? found[key] : nil }
  end
end
