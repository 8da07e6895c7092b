# Facts by their name at top scope and by the hash of facts.
module Puppet::Parser::Functions
  newfunction(:vm_old_facts, :type => :rvalue, :arity => 1) do |args|
    facts = lookupvar('::facts')
    [facts.class.name, facts[args[0]], lookupvar("::#{args[0]}"), lookupvar('trusted')['certname'], lookupvar('module_name'),
     compiler.topscope.lookupvar(args[0])]
  end
end
