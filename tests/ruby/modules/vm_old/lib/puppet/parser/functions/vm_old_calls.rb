# Calls other functions: of the same API by method and by name, of the other API by call_function.
module Puppet::Parser::Functions
  newfunction(:vm_old_calls, :type => :rvalue, :arity => 1) do |args|
    case args[0]
    when 'method'
      Puppet::Parser::Functions.function(:vm_old_sum)
      function_vm_old_sum([1, 2, 3])
    when 'unloaded' then function_vm_old_pair([1, 2])
    when 'name' then Puppet::Parser::Functions.function('vm_old_pair').to_s
    when 'no_name' then Puppet::Parser::Functions.function('vm_old_nowhere').inspect
    when 'new_by_name' then Puppet::Parser::Functions.function('vm_title').inspect
    when 'new' then call_function('vm_title', ['one_two'])
    when 'built_in' then call_function('join', [[1, 2], '+'])
    when 'language' then call_function('vm_new::surround', ['x', '+'])
    when 'old_by_new' then call_function('vm_old_sum', [4, 5])
    when 'old_statement' then function_vm_old_none([])
    when 'loose' then function_vm_old_sum(1)
    when 'nowhere' then function_vm_old_nowhere([])
    when 'new_as_method' then function_vm_title(['a'])
    when 'call_nowhere' then call_function('vm_old_nowhere', [])
    end
  end
end
