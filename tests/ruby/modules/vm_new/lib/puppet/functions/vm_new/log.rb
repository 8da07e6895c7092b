# Messages to the log by the module Puppet.
Puppet::Functions.create_function(:'vm_new::log') do
  dispatch :all do
    param 'Array[String]', :levels
    param 'String', :message
  end

  def all(levels, message)
    levels.each { |level| Puppet.public_send(level, message) }
    levels.size
  end
end
