# Asserts that a value fits a type, with the asserter's own message.
Puppet::Functions.create_function(:'vm_new::assert_value') do
  dispatch :check do
    param 'Type', :type
    param 'Any', :value
  end

  def check(type, value)
    Puppet::Pops::Types::TypeAsserter.assert_instance_of('the value of the test', type, value)
  end
end
