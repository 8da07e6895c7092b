# A required repeated parameter takes one argument or more.
Puppet::Functions.create_function(:'vm_new::required_repeated') do
  dispatch :all do
    required_repeated_param 'String[1]', :names
  end

  def all(*names)
    names.map(&:capitalize).join(' and ')
  end
end
