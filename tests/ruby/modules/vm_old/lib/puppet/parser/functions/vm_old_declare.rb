# Declares a resource in the catalogue by the functions that modules use for it.
module Puppet::Parser::Functions
  newfunction(:vm_old_declare, :type => :statement, :arity => -3) do |args|
    type, title, parameters = args
    function_create_resources([type, { title => parameters || {} }])
  end
end
